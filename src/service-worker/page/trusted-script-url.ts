/** The one Trusted Types policy of the app: lets through the service worker and our own built workers, nothing else. */
import { SCRIPT_POLICY } from '../../names.ts';

interface ScriptUrlPolicy {
  createScriptURL(url: string): TrustedScriptURL;
}

/** What the browser hands back; it goes where a script URL is wanted. Where Trusted Types are unknown it is a string. */
type TrustedScriptURL = string;

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy;
}

let policy: ScriptUrlPolicy | null = null;

/** Checks and blesses a script URL. Throws TypeError for any URL that is not ours: a worker from elsewhere never starts. */
export function trustedScriptUrl(url: string): TrustedScriptURL {
  policy ??= createPolicy();
  return policy.createScriptURL(url);
}

/** Pure part of the policy, for its test. */
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
