/** The heat map: painting, pointer and keys, its table, speed with a fleet, and every theme. */
import { expect } from '@open-wc/testing';
import axe from 'axe-core';
import { until } from '../../../../test/support/until.ts';
import tokens from '../../kit/tokens.css?inline';
import type { FkHeatMap, OpenRowEvent } from './heat-map.ts';
import './heat-map.ts';
import type { HeatRow } from './heat-paint.ts';
import { sparkPath } from './spark.ts';

const sheet = new CSSStyleSheet();
sheet.replaceSync(tokens);
document.adoptedStyleSheets.push(sheet);

const T0 = Date.UTC(2026, 2, 10);
const HOUR = 3_600_000;
const rooms: HTMLElement[] = [];
afterEach(() => {
  for (const room of rooms.splice(0)) room.remove();
  document.documentElement.removeAttribute('data-theme');
});

const row = (id: string, counts: readonly number[], silent: readonly number[] = []): HeatRow => ({
  id,
  label: `Ward ${id}`,
  counts: Uint32Array.from(counts),
  silent: Uint8Array.from(counts, (_, at) => silent[at] ?? 0),
});
const THREE = [row('1', [5, 0, 9, 1], [0, 1, 0, 0]), row('2', [0, 0, 0, 0], [1, 1, 1, 1]), row('3', [0, 3, 0, 0])];

async function show(change: Partial<FkHeatMap> = {}): Promise<FkHeatMap> {
  const room = document.createElement('div');
  room.style.width = '640px';
  document.body.append(room);
  rooms.push(room);
  const map = document.createElement('fk-heat-map');
  Object.assign(
    map,
    { heading: 'Records per hour', rows: THREE, startMs: T0, stepMs: HOUR, columns: 4, zone: 'utc' },
    change,
  );
  room.append(map);
  await map.updateComplete;
  return map;
}

const area = (map: FkHeatMap) => map.shadowRoot!.querySelector<HTMLElement>('#map')!;
const canvas = (map: FkHeatMap) => map.shadowRoot!.querySelector<HTMLCanvasElement>('.cells canvas')!;
const textOf = (map: FkHeatMap): string =>
  map.shadowRoot!.querySelector('.readout')!.textContent.replace(/\s+/g, ' ').trim();
const press = async (map: FkHeatMap, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    area(map).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await map.updateComplete;
  }
};
const axisOf = (map: FkHeatMap) => map.shadowRoot!.querySelector<HTMLCanvasElement>('.axis')!;
/** Where the labels of the time axis end, CSS pixels; those of one are nearer to each other than two labels. */
function labelEnds(axis: HTMLCanvasElement): number[] {
  const { data } = axis.getContext('2d')!.getImageData(0, 0, axis.width, axis.height);
  const inked = Array.from({ length: axis.width }, (_, x) => x).filter((x) =>
    Array.from({ length: axis.height }, (_, y) => data[(y * axis.width + x) * 4 + 3]!).some((alpha) => alpha > 40),
  );
  const scale = axis.width / axis.clientWidth;
  return inked.filter((x, at) => (inked[at + 1] ?? Infinity) - x > 8 * scale).map((x) => x / scale);
}
/** A colour of the middle of a cell. */
function colourAt(map: FkHeatMap, at: number, column: number): string {
  const element = canvas(map);
  const scale = element.width / element.clientWidth;
  const rowHeight = element.clientHeight / map.rows.length;
  const labelRoom = Math.round(Math.min(element.clientWidth * 0.34, 12 * 14));
  const x = labelRoom + ((element.clientWidth - labelRoom) * (column + 0.5)) / map.columns;
  const { data } = element.getContext('2d')!.getImageData(x * scale, (at + 0.5) * rowHeight * scale, 1, 1);
  return [...data].join();
}

describe('a heat map', () => {
  it('paints heard, silent and unknown differently, and more records in a stronger shade', async () => {
    const map = await show();
    const [some, silent, many] = [0, 1, 2].map((column) => colourAt(map, 0, column)) as [string, string, string];
    expect(new Set([some, silent, many]).size).to.equal(3);
    // Lines and what is between them, where the others are filled.
    const across = (at: number) => new Set(Array.from({ length: 12 }, (_, x) => colourAt(map, at, (x - 6) / 80)));
    expect(across(0).size).to.equal(1);
    expect(across(2)).to.include('0,0,0,0').and.to.have.property('size').above(1);
    expect(Number(many.split(',')[3])).to.be.greaterThan(Number(some.split(',')[3]));
  });

  it('labels the last hour and others at equal distances, on a phone as on a laptop', async () => {
    for (const width of [360, 640, 1000]) {
      const hours = Array.from({ length: 24 }, () => 1);
      const map = await show({ rows: [row('1', hours)], columns: 24, startMs: T0 + 2 * HOUR });
      map.parentElement!.style.width = `${width}px`;
      await until(() => axisOf(map).width === width * devicePixelRatio);
      const ends = labelEnds(axisOf(map));
      expect(ends.length, `${width} px`).to.be.greaterThan(2);
      expect(ends.at(-1)).to.be.closeTo(width, 2);
      const apart = ends.slice(1).map((end, at) => end - ends[at]!);
      expect(Math.max(...apart) - Math.min(...apart), `${width} px`).to.be.at.most(3);
    }
  });

  it('describes the cell under the pointer, and opens the row that is pressed', async () => {
    const map = await show();
    const opened: string[] = [];
    map.addEventListener('fk-open-row', (event: OpenRowEvent) => opened.push(event.id));
    const { right, top, height } = canvas(map).getBoundingClientRect();
    const at = { clientX: right - 5, clientY: top + height / 6, bubbles: true, composed: true };
    area(map).dispatchEvent(new PointerEvent('pointermove', at));
    await map.updateComplete;
    expect(textOf(map)).to.match(/^Ward 1, Mar 10, 2026, 3:00:00\sAM: 1 record$/);
    area(map).dispatchEvent(new MouseEvent('click', { ...at, clientY: top + height / 2 }));
    expect(opened).to.deep.equal(['2']);
  });

  it('is read and opened by keys, which stay within its cells', async () => {
    const map = await show();
    const opened: string[] = [];
    map.addEventListener('fk-open-row', (event: OpenRowEvent) => opened.push(event.id));
    await press(map, 'ArrowDown');
    expect(textOf(map)).to.contain('Ward 1');
    await press(map, 'Home', 'ArrowRight');
    expect(textOf(map)).to.match(/Ward 1, .*1:00:00\sAM: nothing heard/);
    await press(map, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(textOf(map)).to.match(/Ward 3, .*: 3 records/);
    await press(map, 'ArrowRight', 'End', 'ArrowRight');
    expect(textOf(map)).to.match(/Ward 3, .*3:00:00\sAM: not checked/);
    await press(map, 'Enter');
    expect(opened).to.deep.equal(['3']);
  });

  it('offers screen readers its content as a table', async () => {
    const map = await show();
    const details = map.shadowRoot!.querySelector('details')!;
    expect(map.shadowRoot!.querySelector('table')).to.equal(null);
    const toggled = new Promise((resolve) => details.addEventListener('toggle', resolve, { once: true }));
    details.open = true;
    await toggled;
    await map.updateComplete;
    const rows = [...map.shadowRoot!.querySelectorAll('tbody tr')].map((one) =>
      one.textContent.replace(/\s+/g, ' ').trim(),
    );
    expect(rows).to.deep.equal([
      'Ward 1 5nothing heard91',
      'Ward 2 nothing heardnothing heardnothing heardnothing heard',
      'Ward 3 –3––',
    ]);
  });

  it('paints 200 beacons over a week within a few frames', async () => {
    const rows = Array.from({ length: 200 }, (_, n) =>
      row(
        String(n),
        Array.from({ length: 168 }, (__, hour) => (n * hour) % 60),
      ),
    );
    const map = await show({ rows, columns: 168 });
    expect(canvas(map).getBoundingClientRect().height).to.be.at.least(200 * 24);
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5; round += 1) {
      const begun = performance.now();
      map.rows = rows.slice();
      await map.updateComplete;
      best = Math.min(best, performance.now() - begun);
    }
    // A tenth of this is usual; the limit detects an order of magnitude.
    expect(best).to.be.lessThan(500);
  });

  it("uses the theme's colours after a change", async () => {
    document.documentElement.dataset['theme'] = 'light';
    const map = await show();
    const before = colourAt(map, 0, 2);
    document.documentElement.dataset['theme'] = 'dark';
    await until(() => colourAt(map, 0, 2) !== before);
  });

  for (const theme of ['light', 'dark', 'sun']) {
    it(`has no accessibility fault that axe finds in the theme ${theme}`, async () => {
      document.documentElement.dataset['theme'] = theme;
      const map = await show();
      map.shadowRoot!.querySelector('details')!.open = true;
      await press(map, 'ArrowDown');
      const { violations } = await axe.run(rooms.at(-1)!, { rules: { region: { enabled: false } } });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).to.deep.equal(
        [],
      );
    });
  }
});

describe('a small line chart', () => {
  const N = Number.NaN;

  it('has a gap for a time without readings, and a dot for a single reading', () => {
    const { line, lone } = sparkPath(Float64Array.of(0, 1, N, 1, N, 0, 0), 0, 1);
    expect(line.match(/[ML]/g)).to.deep.equal(['M', 'L', 'M', 'L']);
    expect(lone.match(/M/g)).to.have.length(1);
  });

  it('uses the common scale, whatever its values', () => {
    expect(sparkPath(Float64Array.of(50, 50), 0, 100).line).to.equal('M3.0 28.0L237.0 28.0');
    expect(sparkPath(Float64Array.of(5), 5, 5).lone).to.match(/^M120\.0 53\.0/);
  });
});
