/**
 * The checks before a call reaches its resource (key, media type, form type, rate), CORS, and error bodies (interface.md 5,
 * 9).
 */
import type { AccountName } from '../fleet.ts';
import { Refusal, answer, type Api } from './route.ts';
import type { SandboxOptions } from './options.ts';

export const OWNER_KEY = 'sandbox-owner-key';
export const EDITOR_KEY = 'sandbox-editor-key';

const MEDIA_TYPE = /^application\/vnd\.com\.([a-z0-9._-]+)\+json(?:\s*;\s*version=(\d+))?(?:\s*;\s*q=[\d.]+)?$/i;
const JSON_TYPE = /^\s*application\/json\s*(;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded(;\s*charset=utf-8)?$/i;

/** Returns the key of a request, from the header that the option names. Null: it has none. */
function keyOf({ headers }: Request, { keyHeader }: SandboxOptions): string | null {
  if (keyHeader === 'apiKey') return headers.get('api-key');
  return /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}

/** Returns the name of a key: "owner", "owner-2" to "owner-9" for more keys of that account, or "editor". */
export function keyNameOf(key: string | null): string | null {
  if (key === EDITOR_KEY) return 'editor';
  const [found, more = ''] = /^sandbox-owner-key(-[2-9])?$/.exec(key ?? '') ?? [];
  return found === undefined ? null : `owner${more}`;
}

function accountOf(key: string | null): AccountName | null {
  const name = keyNameOf(key);
  return name === null || name === 'editor' ? name : 'owner';
}

/**
 * Returns the vendor of the requested media type. The version may be left out. Null: no vendor was named.
 */
function requestedVendor({ headers }: Request, { acceptVersion, mediaVersion }: SandboxOptions): string | null {
  for (const type of (headers.get('accept') ?? '').split(',')) {
    const [, vendor, version] = MEDIA_TYPE.exec(type.trim()) ?? [];
    if (vendor === undefined) continue;
    if (
      version === String(mediaVersion) ||
      acceptVersion === 'any' ||
      (version === undefined && acceptVersion === 'optional')
    )
      return vendor;
  }
  return null;
}

/** Throws a `Refusal`: 401 for an unknown key, 415 for media types other than the interface's. */
export function admit(request: Request, api: Api, body: string, options: SandboxOptions): AccountName {
  const account = accountOf(keyOf(request, options));
  if (!account) {
    const challenge = { headers: { 'www-authenticate': 'Bearer' } };
    const extra = options.keyHeader === 'bearer' ? challenge : {};
    throw new Refusal(401, 'UNAUTHORIZED', 'The key is missing or wrong', null, extra);
  }
  const type = (request.headers.get('content-type') ?? '').trim();
  if (api === 'legacy') {
    const isServed = options.acceptVersion === 'any' || requestedVendor(request, options) !== null;
    if (!isServed)
      throw new Refusal(
        415,
        'MEDIA_TYPE',
        `Accept has to be application/vnd.com.<vendor>+json;version=${options.mediaVersion}`,
      );
    // A client that sends every field in the address has no body, and so no media type.
    const isForm = FORM_TYPE.test(type) || (body === '' && options.postFields === 'anywhere');
    if (request.method === 'POST' && !isForm)
      throw new Refusal(415, 'MEDIA_TYPE', 'The body has to be application/x-www-form-urlencoded; charset=utf-8');
  }
  if (api === 'v3' && (request.method === 'PUT' || request.method === 'PATCH') && !JSON_TYPE.test(type))
    throw new Refusal(415, 'MEDIA_TYPE', 'The body has to be application/json');
  return account;
}

/** Counts recent requests to enforce a limit. The counts are only in memory. */
export function createRateLimiter() {
  const turns = new Map<string, number[]>();
  return {
    /**
     * Counts a request if fewer than `most` were made in the last `windowMs`. Returns null if it was accepted, otherwise
     * the seconds until the next one is.
     */
    take(who: string, most: number, windowMs: number, nowMs: number): number | null {
      // Ignore requests dated in the future, which exist after the clock was set back. They would block the caller.
      const recent = (turns.get(who) ?? []).filter((time) => time > nowMs - windowMs && time <= nowMs);
      const oldest = recent[recent.length - most];
      turns.set(who, oldest === undefined ? [...recent, nowMs] : recent);
      return oldest === undefined ? null : Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000));
    },
    /** Removes the counts of all callers whose name begins with `prefix`. */
    forget(prefix: string) {
      for (const who of turns.keys()) if (who.startsWith(prefix)) turns.delete(who);
    },
  };
}

/** Returns a legacy answer in the requested media type. An answer that is not JSON is unchanged. */
export function inRequestedType(answered: Response, request: Request, options: SandboxOptions): Response {
  const vendor = requestedVendor(request, options);
  if (vendor !== null && options.answerType === 'vendor' && answered.headers.get('content-type') === 'application/json')
    answered.headers.set('content-type', `application/vnd.com.${vendor}+json;version=${options.mediaVersion}`);
  return answered;
}

/** Returns the error body of the API (field-facts.md 3). */
export function errorAnswer(error: unknown, api: Api): Response {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'INTERNAL', 'The sandbox failed');
  const { status, extra } = refusal;
  const answered = extra.bodyless ? new Response(null, { status }) : answer(errorBody(refusal, api), status);
  for (const [name, value] of Object.entries(extra.headers ?? {})) answered.headers.set(name, value);
  return answered;
}

function errorBody({ status, reason, message, details }: Refusal, api: Api): unknown {
  if (api === 'legacy')
    return {
      id: `sandbox-${reason.toLowerCase()}`,
      status,
      cause: reason,
      message,
      details: details?.map(({ field, error, message }) => ({ field, error, message })) ?? null,
    };
  return {
    message,
    errors: (details ?? []).map(({ field, error, invalidValue = null }) => ({ field, error, invalidValue })),
  };
}

/** Returns exactly the CORS headers of field-facts.md 3. No header is exposed. */
export function corsHeaders(options: SandboxOptions, api: Api, status: number): Record<string, string> {
  const policy = api === 'legacy' ? options.cors : options.v3Cors;
  if (policy === 'none' || (status === 401 && !options.corsOn401)) return {};
  const methods: Record<string, string> =
    policy === 'allMethods' ? { 'access-control-allow-methods': 'GET, PUT, PATCH, DELETE' } : {};
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'Content-Type, Api-Key, Accept, Authorization',
    ...methods,
  };
}
