/** Checks a running deployment from outside and prints one sentence for each fault: `npm run check-deploy -- https://…`. */
import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { SHARE_FILE_PATH } from '../names.ts';
import {
  CACHE_CONTROL,
  HOST_FILES,
  ORIGIN_WIDE_HEADERS,
  headersOf,
  securityHeaders,
  siteFrom,
  type Site,
} from './policy.ts';

const MANY = 8;
const TIMEOUT_MS = 30_000;

/** The path of a backend in the recipes for nginx and Caddy. */
const USUAL_PROXY = '/backend/';

/** Addresses of the sandbox's control on the origin of `npm start`, and under the app's path. */
const SANDBOX_CONTROLS = ['/sandbox/control/log', 'sandbox/control/log'];

/**
 * Gives one sentence for each fault, none if all is well. Rejects only if `address` is not a URL. `proxied` lists the paths of the
 * origin that a backend answers.
 */
async function* checkDeployment(address: string, proxied: readonly string[]): Faults {
  const start = new URL(address.endsWith('/') ? address : `${address}/`);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(start.hostname);
  if (start.protocol !== 'https:' && !isLocal)
    yield `${start.origin} is not served over HTTPS: Bluetooth, the worker and offline use do not exist there.`;
  const page = await get(start);
  if (page === null) return yield `${start.href} does not answer.`;
  if (page.status !== 200 || !isPage(page))
    return yield `${start.href} answers ${page.status} ${typeOf(page)}, not the page of the app.`;

  const site: Site = { base: start.pathname, connectSrc: connectSourcesOf(page) };
  if (!/<meta http-equiv="Content-Security-Policy"/.test(page.text))
    yield 'The page has no policy of its own: it was built by an old version, or something on the way rewrites it.';
  if (!site.connectSrc.includes("'self'"))
    yield "connect-src lacks 'self': the worker cannot fetch the app's own files, so nothing works offline.";

  const sources = Array.from(page.text.matchAll(/src="([^"]*)"/g), ([, source = '']) => source);
  const script = sources.find((source) => source.includes('assets/') && source.endsWith('.js'));
  if (script === undefined) yield 'The page names no script of the app.';
  const places: readonly (readonly [what: string, path: string, status: number, type: RegExp | null])[] = [
    ['the page', site.base, 200, /^text\/html/],
    ['a deep link', `${site.base}devices/check-deploy`, 200, /^text\/html/],
    ...(script === undefined ? [] : [['a script', new URL(script, start).pathname, 200, /javascript/] as const]),
    ['the worker', `${site.base}sw.js`, 200, /javascript/],
    ['the web app manifest', `${site.base}manifest.webmanifest`, 200, /json/],
    ['the rescue page', `${site.base}rescue.html`, 200, /^text\/html/],
    ['the script of the rescue page', `${site.base}rescue.js`, 200, /javascript/],
    ['the watch over the start', `${site.base}watch.js`, 200, /javascript/],
    ['an icon', `${site.base}icons/icon.svg`, 200, /^image\/svg/],
    ['the notices', `${site.base}THIRD-PARTY.txt`, 200, /^text\/plain/],
    ['a file that is missing', `${site.base}assets/not-there-00000000.js`, 404, null],
  ];
  const found: Found[] = [];
  for (const place of places) found.push(...(await checkPlace(start, site, place)));
  const files = await checkFiles(start, site);
  yield* together([...found, ...files.found], places.length + files.count);
  yield* files.faults;
  yield* checkHostFiles(start);
  yield* checkShare(start, site);
  yield* checkSandbox(start);
  const ofHost = ORIGIN_WIDE_HEADERS.filter((name) => page.headers.has(name));
  if (ofHost.length > 0)
    yield `The host itself sends ${listed(ofHost)}, which ${ofHost.length === 1 ? 'changes' : 'change'} the whole origin.`;
  for (const proxy of proxied) yield* checkProxy(start, site, proxy, ofHost);
}

type Faults = AsyncGenerator<string, void>;
type Found = [fault: string, place: string];

/** Combines a fault that is found in many places into one sentence, with "…" for the places. */
function together(found: readonly Found[], all: number): string[] {
  const places = new Map<string, string[]>();
  for (const [fault, place] of found) places.set(fault, [...(places.get(fault) ?? []), place]);
  return Array.from(places, ([fault, where]) =>
    fault.replace('…', () => (where.length === all ? 'every answer' : listed(where))),
  );
}

async function checkPlace(
  start: URL,
  site: Site,
  [what, path, status, type]: readonly [string, string, number, RegExp | null],
): Promise<Found[]> {
  const place = `${path} (${what})`;
  const answer = await get(new URL(path, start));
  if (answer === null) return [['There is no answer for ….', place]];
  const faults: string[] = [];
  if (answer.status !== status) {
    faults.push(
      status === 404
        ? `${answer.status} ${typeOf(answer)} is the answer for …: it has to be 404, or a deployment that is half there is taken for whole.`
        : `${answer.status} is the answer for ….`,
    );
  } else if (type !== null && !type.test(typeOf(answer)))
    faults.push(`"${typeOf(answer)}" is the type of …: no browser takes it for what it is.`);
  faults.push(...headerFaults(answer, site, path, status));
  return faults.map((fault) => [fault, place]);
}

/** Returns the faults of the headers of one answer, with "…" for its place. */
function headerFaults(answer: Answer, site: Site, path: string, status: number): string[] {
  const faults: string[] = [];
  const headers = securityHeaders(site);
  const missing = headers.filter(([name]) => !answer.headers.has(name)).map(([name]) => name);
  if (missing.length > 0) faults.push(`${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} missing on ….`);
  for (const [name, value] of headers) {
    const sent = answer.headers.get(name);
    if (sent !== null && sent !== value)
      faults.push(`${name} on … is not that of this build: ${difference(sent, value)}.`);
  }
  const cache = answer.headers.get('cache-control') ?? '';
  const wanted = headersOf(site, path, status).get('Cache-Control')!;
  const isCached = /immutable|max-age=[1-9]/.test(cache);
  if (answer.status === status && (wanted === CACHE_CONTROL.assets) !== isCached) {
    faults.push(
      isCached
        ? `Cache-Control "${cache}" lets … be kept without asking: an update would not be seen.`
        : `Cache-Control "${cache}" does not let … be kept for ever: each start asks for it again.`,
    );
  }
  return faults;
}

function listed(words: readonly string[], most = MANY): string {
  return words.length > most ? `${words.slice(0, most).join(', ')} and ${words.length - most} more` : words.join(', ');
}

/** Names the parts of a policy that differ, because a policy has dozens. */
function difference(sent: string, wanted: string): string {
  const parts = (value: string): Set<string> => new Set(value.split(/[;,]/).map((part) => part.trim()));
  const [has, needs] = [parts(sent), parts(wanted)];
  const quoted = (from: Set<string>, other: Set<string>): string =>
    listed(
      [...from].filter((part) => part !== '' && !other.has(part)).map((part) => `"${part}"`),
      4,
    );
  const [missing, added] = [quoted(needs, has), quoted(has, needs)];
  return (
    [missing === '' ? '' : `it lacks ${missing}`, added === '' ? '' : `it has ${added}`]
      .filter((one) => one !== '')
      .join('; ') || 'its parts stand in another order'
  );
}

/**
 * Compares every file that the worker will fetch, byte by byte, and checks the headers of each. Finds an incomplete
 * deployment.
 */
async function checkFiles(
  start: URL,
  site: Site,
): Promise<{ readonly faults: readonly string[]; readonly found: readonly Found[]; readonly count: number }> {
  const none = { faults: [], found: [], count: 0 };
  const worker = await get(new URL('sw.js', start));
  if (worker === null || worker.status !== 200) return none;
  const entries = Array.from(worker.text.matchAll(/\{[^{}]*\}/g), ([text]) => ({
    url: /"?url"?:\s*["'`]([^"'`]+)/.exec(text)?.[1],
    integrity: /"?integrity"?:\s*["'`]([^"'`]+)/.exec(text)?.[1],
  })).filter(
    (entry): entry is { url: string; integrity: string } => entry.url !== undefined && entry.integrity !== undefined,
  );
  if (entries.length === 0)
    return { ...none, faults: ['The worker names no files with checksums: it was built by an old version.'] };
  const bad: string[] = [];
  const found: Found[] = [];
  for (const { url, integrity } of entries) {
    const answer = await get(new URL(url, start));
    const is = answer === null ? null : `sha384-${createHash('sha384').update(answer.bytes).digest('base64')}`;
    if (answer === null || is !== integrity) bad.push(url);
    else {
      const { pathname } = new URL(url, start);
      for (const fault of headerFaults(answer, site, pathname, 200)) found.push([fault, pathname]);
    }
  }
  const isNeeded = (url: string): boolean => !url.startsWith('assets/sandbox-');
  const consequence = bad.some(isNeeded) ? 'Nobody can install this version.' : 'Practice does not start.';
  const faults =
    bad.length === 0
      ? []
      : [
          `${bad.length} of ${entries.length} files are not those that the worker was built with: ${listed(bad)}. ${consequence}`,
        ];
  return { faults, found, count: entries.length - bad.length };
}

/** Posts a form as the system does that shares a file, before the worker is there to take it. */
async function* checkShare(start: URL, site: Site): Faults {
  const target = new URL(SHARE_FILE_PATH, start);
  const answer = await get(target, { method: 'POST', body: new FormData() });
  if (answer === null) return yield `There is no answer for a file that is shared with ${target.pathname}.`;
  const to = answer.headers.get('location');
  const isRedirected = answer.status === 303 && to !== null && new URL(to, start).pathname === site.base;
  if (!isRedirected)
    yield `${answer.status} is the answer for a file that is shared with ${target.pathname}: it has to be 303 to ${site.base}, so that the app opens.`;
}

/** The sandbox of `npm start` takes commands from everybody. */
async function* checkSandbox(start: URL): Faults {
  const open: string[] = [];
  for (const control of SANDBOX_CONTROLS) {
    const answer = await get(new URL(control, start));
    if (answer !== null && answer.status === 200 && !typeOf(answer).startsWith('text/html')) open.push(control);
  }
  if (open.length > 0)
    yield `Anybody can command the sandbox at ${listed(open)}: this is the server for development, or a proxy leads to it. Serve dist/ from a host of its own.`;
}

async function* checkHostFiles(start: URL): Faults {
  const served: string[] = [];
  for (const name of HOST_FILES) {
    const answer = await get(new URL(name, start));
    if (answer !== null && answer.status === 200 && !isPage(answer)) served.push(name);
  }
  if (served.length > 0)
    yield `Anybody can read ${listed(served)}, and with it what was filled in there: answer with 404.`;
}

/** Checks one answer of the backend. A header that only other answers have is not found. `ofHost`: headers of each answer. */
async function* checkProxy(start: URL, site: Site, proxy: string, ofHost: readonly string[]): Faults {
  const answer = await get(new URL(proxy, start));
  if (answer === null) return yield `There is no answer for ${proxy} (a backend behind this origin).`;
  const beside = securityHeaders(site).filter(([name, value]) => {
    const values = answer.headers.get(name);
    return values !== null && values !== value && values.includes(value);
  });
  if (beside.length > 0)
    yield `${listed(beside.map(([name]) => name))} on ${proxy} ${beside.length === 1 ? 'has' : 'have'} a second value of the backend, and two count as none: drop the backend's in the reverse proxy.`;
  const sent = ORIGIN_WIDE_HEADERS.filter((name) => answer.headers.has(name) && !ofHost.includes(name));
  if (sent.length === 0) return;
  const erases = sent.includes('Clear-Site-Data') ? ' Clear-Site-Data erases the receipts on every phone.' : '';
  yield `${listed(sent)} ${sent.length === 1 ? 'comes' : 'come'} through on ${proxy} and would change the whole origin: drop ${sent.length === 1 ? 'it' : 'them'} in the reverse proxy.${erases}`;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
}

async function get(url: URL, request: RequestInit = {}): Promise<Answer | null> {
  try {
    const response = await fetch(url, {
      ...request,
      headers: { accept: 'text/html,*/*' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
  } catch {
    return null;
  }
}

function typeOf(answer: Answer): string {
  return answer.headers.get('content-type') ?? '';
}

function isPage(answer: Answer): boolean {
  return typeOf(answer).startsWith('text/html') && answer.text.includes('Beacon Fieldkit');
}

/** Reads the allowed backends from the page, because each deployment may narrow them. */
function connectSourcesOf(page: Answer): readonly string[] {
  const sources =
    /connect-src ([^;"]+)/.exec(page.text)?.[1] ??
    /connect-src ([^;,]+)/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
  return sources?.trim().split(/\s+/) ?? siteFrom({}).connectSrc;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [address, ...proxied] = process.argv.slice(2);
  if (address === undefined || !URL.canParse(address)) {
    process.stderr.write('Give the address of the deployment: npm run check-deploy -- https://fieldkit.example.com\n');
    process.exitCode = 2;
  } else {
    let faults = 0;
    for await (const fault of checkDeployment(address, proxied.length === 0 ? [USUAL_PROXY] : proxied)) {
      faults += 1;
      process.stdout.write(`- ${fault}\n`);
    }
    process.stdout.write(
      faults === 0 ? 'All is well.\n' : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.\n`,
    );
    process.exitCode = faults === 0 ? 0 : 1;
  }
}
