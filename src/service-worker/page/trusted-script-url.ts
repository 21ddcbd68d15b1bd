/** The app's only Trusted Types policy. It allows the service worker and the app's own built workers, and nothing else. */
import { SCRIPT_POLICY } from '../../names.ts';

interface ScriptUrlPolicy {
  createScriptURL(url: string): TrustedScriptURL;
}

/** A TrustedScriptURL, or a string in a browser without Trusted Types. TypeScript treats both as a string. */
type TrustedScriptURL = string;

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy;
}

let policy: ScriptUrlPolicy | null = null;

/** Returns `url` as a trusted script URL. Throws a TypeError if it is not a script of this app. */
export function trustedScriptUrl(url: string): TrustedScriptURL {
  policy ??= createPolicy();
  return policy.createScriptURL(url);
}

/** The policy's rule, without the browser. Throws a TypeError if `url` is not a script of this app. */
export function allowScriptUrl(url: string, pageUrl: string, isDev: boolean, base = '/'): string {
  const target = new URL(url, pageUrl);
  const file = target.pathname.startsWith(base) ? target.pathname.slice(base.length) : '';
  const isOurs = file === 'sw.js' || /^assets\/[^/]+\.js$/.test(file) || isDev;
  if (target.origin !== new URL(pageUrl).origin || !isOurs) throw new TypeError(`Not a script of this app: ${url}`);
  return target.href;
}

function createPolicy(): ScriptUrlPolicy {
  const rules = {
    createScriptURL: (url: string) => allowScriptUrl(url, location.href, import.meta.env.DEV, import.meta.env.BASE_URL),
  };
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  return factory?.createPolicy(SCRIPT_POLICY, rules) ?? rules;
}
