/** What the app's host has to send with every file: the one list from which preview, page, `_headers`, nginx and Caddy are made. */
import { SCRIPT_POLICY } from '../names.ts';

/** Where the build will stand and whom it may call. */
export interface Site {
  /** Path of the app on its origin: begins and ends with "/". */
  readonly base: string;
  /** Sources of `connect-src`; `'self'` comes first. */
  readonly connectSrc: readonly string[];
}

type Header = readonly [name: string, value: string];

/** Scripts beside `assets/`, by name: they have to be found whatever the rest of a deployment is like. */
export const ROOT_SCRIPTS = ['sw.js', 'watch.js', 'rescue.js'] as const;

/** Named by their content, so a copy is right for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** A copy may be kept, but is asked about each time. */
const ASK_AGAIN = 'no-cache';

/** The backend's address is each user's choice, and may be one on this machine. */
const ANY_BACKEND = ['https:', 'http://localhost:*', 'http://127.0.0.1:*'];

/**
 * What a page may ask of the browser: what the app uses for itself, nothing else, and nothing at all for a frame. Bluetooth and
 * sharing are not named: Chromium warns of a name that it does not recognize, and their default is this origin anyway.
 */
const USED_FEATURES = ['camera', 'clipboard-write', 'fullscreen', 'screen-wake-lock'];
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Reads FIELDKIT_BASE and FIELDKIT_CONNECT_SRC. Throws, with a sentence, for a value that would break the app or open it up. */
export function siteFrom(env: Readonly<Record<string, string | undefined>>): Site {
  const base = (env['FIELDKIT_BASE'] ?? '').trim() || '/';
  if (!/^\/([\w.-]+\/)*$/.test(base))
    throw new Error(`FIELDKIT_BASE is a path that begins and ends with "/", such as /fieldkit/; it is "${base}"`);
  return { base, connectSrc: connectSources(env['FIELDKIT_CONNECT_SRC'] ?? '') };
}

function connectSources(text: string): string[] {
  if (/[;,\r\n"]/.test(text))
    throw new Error(
      'FIELDKIT_CONNECT_SRC is a list of addresses with blanks between them, without ";", "," or line breaks',
    );
  const given = text.split(/\s+/).filter((source) => source !== '' && source !== "'self'");
  for (const source of given) {
    // A source without a scheme would also mean plain http.
    if (!/^(https?|wss?):(\/\/[\w.*:/-]+)?$/.test(source))
      throw new Error(`FIELDKIT_CONNECT_SRC: "${source}" does not begin with https://`);
  }
  // The worker fetches the app's own files under the same policy.
  return ["'self'", ...(given.length === 0 ? ANY_BACKEND : given)];
}

/**
 * Two policies, and a page has to keep both. The first says from whom, the second on which paths a script may be: a path cannot be
 * given together with 'self', and a backend behind a proxy of this origin must never be able to serve one.
 */
export function pagePolicies(site: Site): [string, string] {
  const first: [string, string][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['style-src', "'self'"],
    ['img-src', "'self' data: blob:"],
    ['font-src', "'self'"],
    ['connect-src', site.connectSrc.join(' ')],
    ['manifest-src', "'self'"],
    ['worker-src', "'self'"],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['object-src', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', `${SCRIPT_POLICY} lit-html`],
  ];
  const paths = ['assets/', ...ROOT_SCRIPTS].map((name) => `*:*${site.base}${name}`).join(' ');
  return [first.map((directive) => directive.join(' ')).join('; '), `script-src ${paths}; worker-src ${paths}`];
}

/** On every answer, whatever its path and status. */
export function securityHeaders(site: Site): Header[] {
  const [sources, paths] = pagePolicies(site);
  return [
    // A page cannot say of itself who may frame it: this one directive needs the header.
    ['Content-Security-Policy', `${sources}; frame-ancestors 'none', ${paths}`],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'no-referrer'],
    [
      'Permissions-Policy',
      [...USED_FEATURES.map((name) => `${name}=(self)`), ...UNUSED_FEATURES.map((name) => `${name}=()`)].join(', '),
    ],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Strict-Transport-Security', 'max-age=31536000'],
  ];
}

/** All headers of one answer. */
export function headersOf(site: Site, path: string, status: number): Map<string, string> {
  const kept = path.startsWith(`${site.base}assets/`) && status < 400;
  return new Map([...securityHeaders(site), ['Cache-Control', kept ? FOR_EVER : ASK_AGAIN]]);
}

export const CACHE_CONTROL = { assets: FOR_EVER, others: ASK_AGAIN } as const;

/**
 * Headers with which one answer changes the whole origin: it erases both copies of the receipts, sets a cookie, widens a worker's
 * scope, or sends later requests and reports elsewhere. They never come through the reverse proxy.
 */
export const ORIGIN_WIDE_HEADERS = [
  'Clear-Site-Data',
  'Set-Cookie',
  'Service-Worker-Allowed',
  'Alt-Svc',
  'NEL',
  'Report-To',
] as const;

/** Files of the build for the host alone. A filled-in copy may name an upstream, so none of them is served. */
export const HOST_FILES = ['_headers', 'deploy/nginx.conf', 'deploy/Caddyfile', 'deploy/site.json'] as const;

/** Matches the paths of HOST_FILES; in the syntax that nginx, Caddy and JavaScript share. */
export function hostFilePattern(site: Site): string {
  return `^${escapedBase(site)}(deploy/|_headers$)`;
}

/** True for a path that has to be answered with 404 although `dist/` may have a file there. */
export function isHostFile(site: Site, path: string): boolean {
  return new RegExp(hostFilePattern(site)).test(path);
}

const escapedBase = ({ base }: Site): string => base.replaceAll('.', String.raw`\.`);

/** Folders of files, and files beside the page: when one is missing the answer is 404, never the page. */
const FILE_FOLDERS = ['assets', 'icons', 'screenshots'] as const;

/** The regular expression that nginx, Caddy and the preview server share. */
export function filePattern(site: Site): string {
  return `^${escapedBase(site)}((${FILE_FOLDERS.join('|')})/|[^/]+\\.[a-z0-9]+$)`;
}

export function isFilePath(site: Site, path: string): boolean {
  return new RegExp(filePattern(site)).test(path);
}
