/** The headers that the app's host has to send. Preview server, page, `_headers`, nginx and Caddy files are made from this list. */
import { SCRIPT_POLICY } from '../names.ts';

/** Where the build will be served, and which backends it may call. */
export interface Site {
  /** Path of the app on its origin: begins and ends with "/". */
  readonly base: string;
  /** Sources of `connect-src`; `'self'` comes first. */
  readonly connectSrc: readonly string[];
}

type Header = readonly [name: string, value: string];

/** Scripts outside `assets/`, without a hash in their name, so that they are found even if the deployment is incomplete. */
export const ROOT_SCRIPTS = ['sw.js', 'watch.js', 'rescue.js'] as const;

export const CACHE_CONTROL = {
  /** For files with a hash in their name, whose copies are never outdated. */
  assets: 'public, max-age=31536000, immutable',
  /** For files whose cached copy has to be revalidated at each use. */
  others: 'no-cache',
} as const;

/** Each user enters the backend's address, which may be on this machine. */
const ANY_BACKEND = ['https:', 'http://localhost:*', 'http://127.0.0.1:*'];

/**
 * Permissions-Policy: the features that the app uses are allowed for this origin, all others are denied, and frames get none.
 * Bluetooth and sharing are not listed, because some versions of Chromium warn about these names; their default is this origin.
 */
const USED_FEATURES = [
  'camera',
  'clipboard-write',
  'fullscreen',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
];
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
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Reads FIELDKIT_BASE and FIELDKIT_CONNECT_SRC. Throws an explanation for a value that would break the app or weaken its policy. */
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
  const sources = text.split(/\s+/).filter((source) => source !== '' && source !== "'self'");
  for (const source of sources) {
    // A source without a scheme would also allow plain http.
    if (!/^(https?|wss?):(\/\/[\w.*:/-]+)?$/.test(source))
      throw new Error(`FIELDKIT_CONNECT_SRC: "${source}" does not begin with https://`);
  }
  // The worker fetches the app's files under the same policy.
  return ["'self'", ...(sources.length === 0 ? ANY_BACKEND : sources)];
}

/**
 * Returns two policies, which both apply. The first restricts the origins, the second the paths of scripts: a path cannot be combined
 * with 'self', and a backend behind a proxy on this origin must never be able to serve a script.
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

/** Returns the headers of every answer, whatever its path and status. */
export function securityHeaders(site: Site): Header[] {
  const [sources, paths] = pagePolicies(site);
  return [
    // A meta tag cannot set frame-ancestors, so this directive needs the header.
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

/** Returns all headers of one answer. */
export function headersOf(site: Site, path: string, status: number): Map<string, string> {
  const isImmutable = path.startsWith(`${site.base}assets/`) && status < 400;
  return new Map([...securityHeaders(site), ['Cache-Control', CACHE_CONTROL[isImmutable ? 'assets' : 'others']]]);
}

/**
 * Headers by which one answer affects the whole origin: they erase both copies of the receipts, set a cookie, widen a worker's scope, or
 * redirect later requests and reports. The reverse proxy removes them.
 */
export const ORIGIN_WIDE_HEADERS = [
  'Clear-Site-Data',
  'Set-Cookie',
  'Service-Worker-Allowed',
  'Alt-Svc',
  'NEL',
  'Report-To',
] as const;

/** Files of the build that are meant for the host. They are never served, because a filled-in copy may name an upstream. */
export const HOST_FILES = ['_headers', 'deploy/nginx.conf', 'deploy/Caddyfile', 'deploy/site.json'] as const;

/** Returns a regular expression for the paths of HOST_FILES, in the syntax that nginx, Caddy and JavaScript share. */
export function hostFilePattern(site: Site): string {
  return `^${escapedBase(site)}(deploy/|_headers$)`;
}

/** True for a path that has to be answered with 404 although `dist/` may have a file there. */
export function isHostFile(site: Site, path: string): boolean {
  return new RegExp(hostFilePattern(site)).test(path);
}

const escapedBase = ({ base }: Site): string => base.replaceAll('.', String.raw`\.`);

/** Folders whose missing files are answered with 404, never with the page. */
const FILE_FOLDERS = ['assets', 'icons', 'screenshots'] as const;

/** Returns the regular expression for files that nginx, Caddy and the preview server share. */
export function filePattern(site: Site): string {
  return `^${escapedBase(site)}((${FILE_FOLDERS.join('|')})/|[^/]+\\.[a-z0-9]+$)`;
}

export function isFilePath(site: Site, path: string): boolean {
  return new RegExp(filePattern(site)).test(path);
}
