/** The chart drawn by the real uPlot: moved by keys, mouse, fingers and wheel, described in words and as a table. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import axe from 'axe-core';
import { render } from 'lit';
import { nextTurn } from '../../../../test/support/until.ts';
import tokens from '../../kit/tokens.css?inline';
import type { FkChart } from './chart.ts';
import type { ChartLine } from './chart-line.ts';
import './chart.ts';
import { chartStrings } from '../../strings/chart.ts';
import { renderChartTools } from './chart-tools.ts';
import { axisTick, fromInput, inputValue } from './moments.ts';
import { moment } from '../../language/times.ts';
import { KEY_MOVES, MIN_VIEW_MS, panned, spanned, zoomed, type TimeView } from './view.ts';

const sheet = new CSSStyleSheet();
sheet.replaceSync(tokens);
document.adoptedStyleSheets.push(sheet);

const T0 = Date.UTC(2026, 2, 10);
const HOUR = 3_600_000;
const WHOLE: TimeView = { startMs: T0, endMs: T0 + 24 * HOUR };

const line = (label: string, from: number, count: number, value: (n: number) => number): ChartLine => ({
  label,
  times: Float64Array.from({ length: count }, (_, n) => T0 + from * HOUR + n * 60_000),
  values: Float64Array.from({ length: count }, (_, n) => value(n)),
  gapMs: 240_000,
});
const TWO = [
  line('Ward 3', 0, 300, (n) => 20 + Math.sin(n / 30)),
  line('Cold store', 2, 600, (n) => 4 + Math.cos(n / 50)),
];

const rooms: HTMLElement[] = [];
afterEach(() => {
  for (const room of rooms.splice(0)) room.remove();
  document.documentElement.removeAttribute('data-theme');
});

async function show(change: Partial<FkChart> = {}): Promise<FkChart> {
  const room = document.createElement('div');
  document.body.append(room);
  rooms.push(room);
  const chart = document.createElement('fk-chart');
  Object.assign(
    chart,
    { heading: 'Temperature', unit: '°C', lines: TWO, whole: WHOLE, zone: 'utc', summary: ['Ward 3: 19 to 21 °C.'] },
    change,
  );
  room.append(chart);
  await chart.drawn;
  await chart.updateComplete;
  return chart;
}

const place = (chart: FkChart) => chart.shadowRoot!.querySelector<HTMLElement>('#plot')!;

/** Share of pixels in which two drawings differ; canvas pixels of the plot. */
function picture(chart: FkChart): Uint8ClampedArray {
  const canvas = chart.shadowRoot!.querySelector('canvas')!;
  return canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data;
}

function inked(chart: FkChart): number {
  const data = picture(chart);
  let count = 0;
  for (let at = 3; at < data.length; at += 4) if (data[at]! > 0) count += 1;
  return count;
}

/** uPlot draws in a microtask of its own. */
const settled = async (chart: FkChart): Promise<void> => {
  await chart.updateComplete;
  await nextTurn();
};

describe('the time range that a chart shows', () => {
  it('never exceeds the whole range or the closest zoom', () => {
    expect(panned(WHOLE, WHOLE, 3)).to.deep.equal(WHOLE);
    const half = zoomed(WHOLE, WHOLE, 0.5, 1);
    expect(half).to.deep.equal({ startMs: T0 + 12 * HOUR, endMs: T0 + 24 * HOUR });
    expect(panned(half, WHOLE, -9).startMs).to.equal(T0);
    let view = WHOLE;
    for (let n = 0; n < 60; n += 1) view = zoomed(view, WHOLE, 0.5);
    expect(view.endMs - view.startMs).to.equal(MIN_VIEW_MS);
    expect(spanned(T0 + 5 * HOUR, T0 + 2 * HOUR, WHOLE)).to.deep.equal({
      startMs: T0 + 2 * HOUR,
      endMs: T0 + 5 * HOUR,
    });
    expect(KEY_MOVES['0']!(half, WHOLE)).to.equal(WHOLE);
    expect(KEY_MOVES['x']).to.equal(undefined);
  });
});

describe('the values on the axis of a chart', () => {
  it('are written as readings are everywhere, with a true minus', async () => {
    const { prototype } = CanvasRenderingContext2D;
    const { fillText } = prototype;
    const drawn: string[] = [];
    prototype.fillText = function fillTextAndNote(words, ...where) {
      drawn.push(words);
      fillText.call(this, words, ...where);
    };
    try {
      await settled(await show({ lines: [line('Cold store', 0, 300, (n) => -20 - n / 100)] }));
    } finally {
      prototype.fillText = fillText;
    }
    expect(drawn).to.include('−20').and.not.to.include('-20');
  });
});

describe('times on the axis of a chart', () => {
  it('are shown in the chosen time zone', () => {
    expect(moment(T0 + 45_296_000, 'utc')).to.match(/^Mar 10, 2026, 12:34:56\sPM$/);
    expect(axisTick(T0, HOUR, 'utc')).to.equal('Mar 10');
    expect(axisTick(T0 + HOUR, HOUR, 'utc')).to.match(/^1:00\sAM$/);
    expect(axisTick(T0 + 1000, 1000, 'utc')).to.match(/^12:00:01\sAM$/);
    expect(moment(9e15, 'utc')).to.equal('');
    expect(inputValue(T0, 'utc')).to.equal('2026-03-10T00:00');
    for (const zone of ['utc', 'local'] as const) expect(fromInput(inputValue(T0, zone), zone)).to.equal(T0);
  });
});

describe('a chart', () => {
  it('draws each of its lines in another style', async () => {
    const chart = await show();
    await settled(chart);
    expect(inked(chart)).to.be.greaterThan(500);
    const before = picture(chart).join();
    chart.lines = [TWO[0]!, line('Cold store', 2, 600, () => 12)];
    await settled(chart);
    expect(picture(chart).join()).to.not.equal(before);
  });

  it('moves by keys within the whole range, and announces the new range to screen readers', async () => {
    const chart = await show();
    const views: TimeView[] = [];
    chart.addEventListener('fk-view', (event) => views.push(event.view));
    place(chart).focus();
    await sendKeys({ press: '+' });
    await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ press: 'ArrowLeft' });
    await sendKeys({ press: '-' });
    expect(views.map(({ startMs, endMs }) => [(startMs - T0) / HOUR, (endMs - T0) / HOUR])).to.deep.equal([
      [6, 18],
      [9, 21],
      [6, 18],
      [0, 24],
    ]);
    await sendKeys({ press: '+' });
    await sendKeys({ press: '0' });
    expect(views.at(-1)).to.deep.equal(WHOLE);
  });

  it('moves with one finger and zooms with two', async () => {
    const chart = await show({ view: { startMs: T0 + 6 * HOUR, endMs: T0 + 12 * HOUR } });
    const over = chart.shadowRoot!.querySelector('.u-over')!;
    const { left, width, top } = over.getBoundingClientRect();
    const finger = (type: string, id: number, share: number) =>
      over.dispatchEvent(
        new PointerEvent(type, {
          pointerId: id,
          pointerType: 'touch',
          clientX: left + share * width,
          clientY: top + 5,
          bubbles: true,
          composed: true,
        }),
      );
    finger('pointerdown', 1, 0.5);
    finger('pointermove', 1, 0.75);
    expect((chart.view!.startMs - T0) / HOUR).to.be.closeTo(4.5, 0.01);
    finger('pointerdown', 2, 0.25);
    finger('pointermove', 2, 0);
    finger('pointermove', 1, 1);
    expect((chart.view!.endMs - chart.view!.startMs) / HOUR).to.be.closeTo(3, 0.01);
    finger('pointerup', 1, 1);
    finger('pointerup', 2, 0);
    const still = chart.view;
    finger('pointermove', 1, 0.2);
    expect(chart.view).to.equal(still);
  });

  it('zooms with Ctrl and the wheel at the pointer; the wheel alone scrolls the page', async () => {
    const chart = await show();
    const over = chart.shadowRoot!.querySelector('.u-over')!;
    const { left, width } = over.getBoundingClientRect();
    const wheel = (change: WheelEventInit): WheelEvent => {
      const event = new WheelEvent('wheel', {
        clientX: left + width / 4,
        deltaY: -200,
        bubbles: true,
        composed: true,
        cancelable: true,
        ...change,
      });
      over.dispatchEvent(event);
      return event;
    };
    expect(wheel({}).defaultPrevented).to.equal(false);
    expect(chart.view).to.equal(null);
    expect(wheel({ ctrlKey: true }).defaultPrevented).to.equal(true);
    const { startMs, endMs } = chart.view!;
    expect((endMs - startMs) / HOUR).to.be.closeTo(24 / Math.E, 0.01);
    expect((startMs + (endMs - startMs) / 4 - T0) / HOUR).to.be.closeTo(6, 0.05);
    wheel({ shiftKey: true, deltaY: width });
    expect(chart.view!.startMs).to.be.closeTo(endMs, 1000);
  });

  it('zooms into the range dragged with the mouse', async () => {
    const chart = await show();
    const over = chart.shadowRoot!.querySelector('.u-over')!;
    const { left, width, top } = over.getBoundingClientRect();
    const mouse = (type: string, share: number, target: EventTarget = over) =>
      target.dispatchEvent(
        new MouseEvent(type, {
          clientX: left + share * width,
          clientY: top + 20,
          button: 0,
          movementX: 1,
          bubbles: true,
          composed: true,
        }),
      );
    mouse('mouseenter', 0.25);
    mouse('mousemove', 0.25);
    mouse('mousedown', 0.25);
    mouse('mousemove', 0.5);
    mouse('mousemove', 0.75);
    mouse('mouseup', 0.75, document);
    await settled(chart);
    expect((chart.view!.startMs - T0) / HOUR).to.be.closeTo(6, 0.1);
    expect((chart.view!.endMs - T0) / HOUR).to.be.closeTo(18, 0.1);
  });

  it("shows every line's value beside the pointer, on the side with more space, and names the lines below where it is narrow", async () => {
    const chart = await show();
    const over = chart.shadowRoot!.querySelector('.u-over')!;
    const { left, width, top } = over.getBoundingClientRect();
    const readout = () => chart.shadowRoot!.querySelector<HTMLElement>('.readout');
    const point = async (share: number): Promise<DOMRect> => {
      for (const type of ['mouseenter', 'mousemove'])
        over.dispatchEvent(
          new MouseEvent(type, { clientX: left + share * width, clientY: top + 20, movementX: 1, bubbles: true }),
        );
      await settled(chart);
      return readout()!.getBoundingClientRect();
    };
    const early = await point(0.2);
    expect(early.left).to.be.within(left + 0.2 * width, left + 0.2 * width + 40);
    const words = readout()!.textContent;
    for (const { label } of TWO) expect(words).to.contain(label);
    expect(words.match(/°C/g)).to.have.length(2);
    const late = await point(0.8);
    expect(late.right).to.be.within(left + 0.8 * width - 40, left + 0.8 * width);
    const legend = chart.shadowRoot!.querySelector<HTMLElement>('.legend')!;
    expect(getComputedStyle(legend).display).to.equal('none');
    chart.style.width = '400px';
    expect([...legend.children].map((item) => item.textContent.trim())).to.deep.equal(TWO.map(({ label }) => label));
    expect(new Set([...legend.children].map((item) => item.getBoundingClientRect().top)).size).to.equal(1);
  });

  it('offers screen readers a name, a summary and a table', async () => {
    const chart = await show({ view: { startMs: T0, endMs: T0 + HOUR } });
    expect(place(chart).getAttribute('aria-label')).to.contain('Temperature');
    expect(chart.shadowRoot!.querySelector('#summary')!.textContent).to.contain('19 to 21');
    const details = chart.shadowRoot!.querySelector('details')!;
    details.open = true;
    await new Promise((resolve) => details.addEventListener('toggle', resolve, { once: true }));
    await chart.updateComplete;
    const rows = [...details.querySelectorAll('tbody tr')];
    expect(rows).to.have.length(61);
    expect(rows[0]!.textContent.replace(/\s+/g, ' ').trim()).to.equal('Mar 10, 2026, 12:00:00 AM 20–');
    chart.view = WHOLE;
    await chart.updateComplete;
    expect(details.querySelectorAll('tbody tr').length).to.be.lessThan(49);
  });

  it('says that there is no data, and draws the data when it arrives', async () => {
    const chart = await show({ lines: [line('Ward 3', 0, 0, () => 0)] });
    expect(chart.shadowRoot!.textContent).to.contain('No readings in this range');
    expect(getComputedStyle(place(chart)).display).to.equal('none');
    chart.lines = [TWO[0]!];
    await settled(chart);
    expect(chart.shadowRoot!.querySelector('canvas')!.width).to.be.greaterThan(100);
  });

  it("uses the theme's colours, also after a change", async () => {
    document.documentElement.dataset['theme'] = 'light';
    const chart = await show();
    await settled(chart);
    const before = picture(chart).join();
    document.documentElement.dataset['theme'] = 'dark';
    await settled(chart);
    await settled(chart);
    expect(picture(chart).join()).to.not.equal(before);
  });

  it('draws 400,000 readings', async () => {
    const many = line('Many', 0, 1, () => 0);
    const count = 400_000;
    const chart = await show({
      lines: [
        {
          ...many,
          times: Float64Array.from({ length: count }, (_, n) => T0 + (n / count) * 24 * HOUR),
          values: Float64Array.from({ length: count }, (_, n) => Math.sin(n)),
        },
      ],
    });
    await settled(chart);
    expect(inked(chart)).to.be.greaterThan(500);
  });

  for (const theme of ['light', 'dark', 'sun']) {
    it(`has no accessibility fault that axe finds in the theme ${theme}`, async () => {
      document.documentElement.dataset['theme'] = theme;
      const chart = await show();
      const tools = document.createElement('div');
      rooms.at(-1)!.append(tools);
      render(renderChartTools(WHOLE, null), tools);
      await settled(chart);
      const { violations } = await axe.run(rooms.at(-1)!, { rules: { region: { enabled: false } } });
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html: part }) => part).join(' | ')}`),
      ).to.deep.equal([]);
    });
  }
});

describe('the buttons of a chart', () => {
  const room = (): HTMLElement => {
    const made = document.createElement('div');
    document.body.append(made);
    rooms.push(made);
    return made;
  };
  const buttonsOf = (made: HTMLElement) => [...made.querySelectorAll('fk-button')];

  it('only zoom in while the whole range is shown', () => {
    const made = room();
    render(renderChartTools(WHOLE, null), made);
    expect(buttonsOf(made).map(({ textContent }) => textContent)).to.deep.equal([chartStrings.closer]);
    let requested: TimeView | null = null;
    made.addEventListener('fk-view', (event) => (requested = event.view));
    buttonsOf(made)[0]!.click();
    expect(requested).to.deep.equal({ startMs: T0 + 6 * HOUR, endMs: T0 + 18 * HOUR });
    render(renderChartTools(WHOLE, requested), made);
    expect(buttonsOf(made).map(({ disabled }) => disabled)).to.deep.equal([false, false, false, false, false]);
    render(renderChartTools(WHOLE, { startMs: T0, endMs: T0 + 6 * HOUR }), made);
    expect(buttonsOf(made).map(({ disabled }) => disabled)).to.deep.equal([false, false, true, false, false]);
  });

  it('keep the focus when the whole range is shown again', async () => {
    const made = room();
    const show = (view: TimeView): void => void render(renderChartTools(WHOLE, view), made);
    show({ startMs: T0, endMs: T0 + 6 * HOUR });
    made.addEventListener('fk-view', ({ view }) => show(view));
    await buttonsOf(made)[0]!.updateComplete;
    buttonsOf(made).at(-1)!.click();
    expect(document.activeElement).to.equal(buttonsOf(made)[0]);
    expect(buttonsOf(made)).to.have.length(1);
  });
});
