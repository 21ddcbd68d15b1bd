/** Errors of the page and blocked requests become events, which are stored when the page is left. */
import { expect } from '@open-wc/testing';
import { scriptedServices } from '../../test/support/scripted-services.ts';
import { until } from '../../test/support/until.ts';
import { DIAGNOSTICS_KEY } from '../names.ts';
import { startDiagnostics } from './diagnostics.ts';

interface Noted {
  readonly kind: string;
  readonly word?: string;
  readonly number?: number;
}

/** Starts the diagnostics of a page with its own events: the test's runner would take an error event for a failure. */
function start() {
  localStorage.removeItem(DIAGNOSTICS_KEY);
  const page = new EventTarget();
  const { addEventListener } = window;
  window.addEventListener = page.addEventListener.bind(page);
  try {
    return { page, ...startDiagnostics(scriptedServices()) };
  } finally {
    window.addEventListener = addEventListener;
  }
}

it('an error, a rejection and a blocked request are noted, and stored when the page is left', () => {
  const { page } = start();
  const place = { filename: `${location.origin}/assets/app.js`, lineno: 7, colno: 8 };
  page.dispatchEvent(new ErrorEvent('error', { error: new RangeError('x'), ...place }));
  const promise = Promise.resolve();
  page.dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise, reason: new SyntaxError('y') }));
  document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation'));
  page.dispatchEvent(new Event('pagehide'));
  const stored = JSON.parse(localStorage.getItem(DIAGNOSTICS_KEY) ?? '[]') as readonly Noted[];
  const events = stored.slice(-3).map(({ kind, word, number }) => [kind, word, number]);
  expect(events).to.deep.equal([
    ['error', 'RangeError', 7],
    ['error', 'SyntaxError', undefined],
    ['policy', undefined, undefined],
  ]);
});

it('an error is stored a little later although the page is not left, and each later one too', async () => {
  const { page } = start();
  for (const name of ['TypeError', 'ReferenceError']) {
    page.dispatchEvent(new ErrorEvent('error', { error: Object.assign(new Error('x'), { name }) }));
    await until(() => (localStorage.getItem(DIAGNOSTICS_KEY) ?? '').includes(name), `${name} is stored`);
  }
});

const facts = (): Readonly<Record<string, unknown>> =>
  (JSON.parse(start().text()) as { readonly facts: Readonly<Record<string, unknown>> }).facts;

it('the diagnostics name the family of this browser and its system', () => {
  expect(facts()).to.include({ browser: 'Chromium', system: 'Linux' });
});

for (const [userAgent, browser, browserVersion] of [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox', 133],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15', 'Safari', 17],
  ['curl/8.5.0', 'other', 0],
] as const)
  it(`the diagnostics name the family and the version of a browser that lists no brands: ${browser}`, () => {
    const own = {
      userAgent: { value: userAgent, configurable: true },
      userAgentData: { value: undefined, configurable: true },
    };
    Object.defineProperties(navigator, own);
    try {
      expect(facts()).to.include({ browser, browserVersion });
    } finally {
      for (const name of Object.keys(own)) Reflect.deleteProperty(navigator, name);
    }
  });
