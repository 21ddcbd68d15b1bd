/**
 * Watches a page while hostile texts are drawn: every node and attribute added, every call of the trap, every refused
 * sink and every unhandled rejection.
 */
import { TRAP } from './payloads.ts';

/** Elements that no page of the app creates. */
const FOREIGN: ReadonlySet<string> = new Set([
  'script',
  'iframe',
  'object',
  'embed',
  'marquee',
  'video',
  'audio',
  'math',
  'x-evil',
  'template',
  'foreignobject',
  'animate',
  'img',
  'use',
  'base',
  'link',
  'meta',
  'frame',
  'applet',
]);
const ADDRESSES: ReadonlySet<string> = new Set([
  'href',
  'xlink:href',
  'src',
  'srcdoc',
  'formaction',
  'data',
  'poster',
  'background',
]);

export interface Guard {
  /** Returns the faults until now, including those of nodes that the last task added. */
  found(): readonly string[];
  /** Drops the faults found so far; for the test of the guard itself. */
  forget(): void;
  stop(): void;
}

/** From here on the page is as strict as the built app: a sink that takes a string is a violation. */
export function startGuard(): Guard {
  const found: string[] = [];
  for (const name of [TRAP, 'alert', 'confirm', 'prompt'])
    Object.defineProperty(globalThis, name, {
      configurable: true,
      writable: true,
      value: (...args: unknown[]) => found.push(`ran ${name}(${args.join()})`),
    });
  const onRejection = (event: PromiseRejectionEvent): void => void found.push(`rejected ${String(event.reason)}`);
  const onViolation = (event: SecurityPolicyViolationEvent): void =>
    void found.push(`violation ${event.violatedDirective} ${event.sample}`);
  addEventListener('unhandledrejection', onRejection);
  document.addEventListener('securitypolicyviolation', onViolation);
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "require-trusted-types-for 'script'; object-src 'none'";
  document.head.append(policy);

  const observer = new MutationObserver((records) => check(records));
  function check(records: readonly MutationRecord[]): void {
    for (const { type, target, attributeName, addedNodes } of records) {
      if (type === 'attributes') checkAttribute(target as Element, attributeName!);
      for (const node of addedNodes) if (node instanceof Element) checkElement(node);
    }
  }
  function checkElement(element: Element): void {
    checkTree(element);
    for (const inner of element.querySelectorAll('*')) checkTree(inner);
  }
  function checkTree(element: Element): void {
    if (FOREIGN.has(element.localName.toLowerCase())) found.push(`an element ${element.outerHTML.slice(0, 200)}`);
    for (const { name } of element.attributes) checkAttribute(element, name);
  }
  function checkAttribute(element: Element, name: string): void {
    const value = element.getAttribute(name);
    if (value === null) return;
    // The app sets lengths through the object model; none of them contains an address.
    if (/^on/i.test(name) || (name === 'style' && /url|expression|import|trap/i.test(value)))
      found.push(`${element.localName} has ${name}="${value}"`);
    // Allowed: a fragment, a path of the app, and a blob. Not allowed: anything that runs or leads away.
    if (ADDRESSES.has(name) && !/^(?:#|\/(?!\/)|blob:)/.test(value))
      found.push(`${element.localName} has ${name}="${value}"`);
  }
  const deep = { subtree: true, childList: true, attributes: true } as const;
  observer.observe(document.body, deep);
  // Shadow roots have to be observed individually.
  const usual = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachWatched(this: Element, options: ShadowRootInit): ShadowRoot {
    const root = usual.call(this, options);
    observer.observe(root, deep);
    return root;
  };

  return {
    found() {
      check(observer.takeRecords());
      return found;
    },
    forget() {
      check(observer.takeRecords());
      found.length = 0;
    },
    stop() {
      Element.prototype.attachShadow = usual;
      observer.disconnect();
      removeEventListener('unhandledrejection', onRejection);
      document.removeEventListener('securitypolicyviolation', onViolation);
    },
  };
}
