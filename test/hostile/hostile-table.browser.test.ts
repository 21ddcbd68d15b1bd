/** The table of hostile places contains every page and every element, and a fault in one of them is detected. */
import { expect } from '@open-wc/testing';
import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { until } from '../support/until.ts';
import { startGuard, type Guard } from './guard.ts';
import { TRAP } from './payloads.ts';
import { hostilePlace, sendThrough } from './place.ts';
import { dataPlaces } from './places-data.ts';
import { deskPlaces } from './places-desk.ts';
import { devicePlaces } from './places-devices.ts';
import { elementPlaces } from './places-elements.ts';
import { jobPlaces } from './places-jobs.ts';
import { manyPlaces } from './places-many.ts';
import { planPlaces } from './places-plans.ts';
import { reportPlaces } from './places-report.ts';
import { telemetryPlaces } from './places-telemetry.ts';

const PLACES = [
  ...elementPlaces,
  ...deskPlaces,
  ...devicePlaces,
  ...jobPlaces,
  ...manyPlaces,
  ...planPlaces,
  ...reportPlaces,
  ...telemetryPlaces,
  ...dataPlaces,
];
/** Elements without foreign text: they show numbers, times or the app's own texts. */
const OWN_WORDS_ONLY = [
  'fk-age',
  'fk-track',
  'fk-first-screen',
  'fk-foot',
  'fk-job-gate',
  'fk-need-group',
  'fk-paged-code',
  'fk-pop-note',
  'fk-shortcuts-sheet',
  'fk-spark',
  'fk-take-codes',
  'fk-telemetry-progress',
];
const SOURCES: Readonly<Record<string, string>> = import.meta.glob('../../src/ui/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

describe('the table of elements that are checked with hostile texts', () => {
  it('contains the folder of every page', () => {
    const folders = new Set(Object.keys(SOURCES).flatMap((path) => /\/ui\/(pages\/[^/]+)\//.exec(path)?.[1] ?? []));
    expect(folders.size).to.be.greaterThan(10);
    expect([...folders].filter((folder) => !PLACES.some((place) => place.folder === folder))).to.deep.equal([]);
  });

  it('contains every element', () => {
    const product = Object.entries(SOURCES).filter(([file]) => !file.endsWith('.test.ts'));
    const tags = product.flatMap(([, text]) =>
      [...text.matchAll(/^@customElement\('([^']+)'\)/gm)].map(([, tag]) => tag!),
    );
    expect(tags.length).to.be.greaterThan(50);
    expect(
      tags.filter((tag) => !OWN_WORDS_ONLY.includes(tag) && !PLACES.some(({ elements }) => elements.includes(tag))),
    ).to.deep.equal([]);
  });

  it('names no field of a place twice', () => {
    for (const { folder, fields } of PLACES) expect(new Set(fields).size, folder).to.equal(fields.length);
  });
});

describe('a fault that a hostile text causes in an element', () => {
  let guard: Guard;
  before(() => {
    guard = startGuard();
  });
  after(() => guard.stop());

  async function findingsOf(template: (text: string) => TemplateResult, texts: readonly string[]): Promise<string> {
    let found = '';
    const check = (): void => {
      found += guard.found().join('\n');
      guard.forget();
    };
    try {
      await sendThrough(
        hostilePlace({
          folder: 'x',
          elements: [],
          fields: ['x'],
          open:
            (stage) =>
            ([t]) =>
              stage.draw(template(t!.x)),
        }),
        texts,
        check,
        // Faults here appear at once, so nothing waits for them.
        async (met, what) => {
          if (!(await met())) throw new Error(what);
        },
      );
    } catch (error) {
      found += String(error);
    }
    check();
    return found;
  }

  it('is detected when a text becomes elements', async () => {
    expect(
      await findingsOf((text) => html`<p title=${text}>${unsafeHTML(text)}</p>`, [`<x-evil tabindex=1></x-evil>`]),
    ).to.contain('an element <x-evil');
    expect(
      await findingsOf((text) => html`<p title=${text}>${unsafeHTML(text)}</p>`, [`<b onclick=${TRAP}(1)></b>`]),
    ).to.contain('onclick');
  });

  it('is detected when a text becomes an address or a handler', async () => {
    expect(await findingsOf((text) => html`<a href=${text}>${text}</a>`, [`javascript:${TRAP}(1)`])).to.contain(
      'href="javascript:',
    );
    expect(await findingsOf((text) => html`<a href=${text}>${text}</a>`, ['//evil.example/x'])).to.contain(
      'href="//evil.example',
    );
    expect(await findingsOf((text) => html`<a href=${text}>${text}</a>`, ['/devices/x', '#x'])).to.equal('');
  });

  it('is detected when an element of the place is not drawn', async () => {
    const place = hostilePlace({
      folder: 'x',
      elements: ['fk-never'],
      fields: ['x'],
      open:
        (stage) =>
        ([t]) =>
          stage.draw(html`<p>${t!.x}</p>`),
    });
    const sent = await sendThrough(place, ['x'], () => undefined).catch(String);
    expect(sent).to.contain('x never drew fk-never');
  });

  it('is detected when a text is not shown unchanged', async () => {
    expect(await findingsOf((text) => html`<p>${text.replace('<', '&lt;')}</p>`, ['<b>x</b>'])).to.contain(
      'does not show',
    );
    expect(await findingsOf((text) => html`<p>${text}${undefined}${String({})}</p>`, ['x'])).to.contain('[object');
  });

  it('is detected when a string is given to a sink, and when something runs', async () => {
    const holder = document.createElement('div');
    // This is the proof that the guard works.
    expect(() => {
      holder.innerHTML = `<img src=x onerror=${TRAP}(1)>`;
    }).to.throw(TypeError);
    (globalThis as unknown as Record<string, (n: number) => void>)[TRAP]!(0);
    // The browser reports a violation in a later task.
    await until(() => guard.found().join('\n').includes('violation require-trusted-types-for'));
    expect(guard.found().join('\n')).to.contain(`ran ${TRAP}(0)`);
    guard.forget();
  });
});
