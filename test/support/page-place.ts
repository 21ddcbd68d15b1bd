/** Shared by the browser tests of pages: an element with the app's tokens, waiting, searching inside, and axe. */
import axe from 'axe-core';
import { LitElement, render, type TemplateResult } from 'lit';
import { scriptedDrafts } from './scripted-services.ts';
import tokens from '../../src/ui/kit/tokens.css?inline';
import { provideFromPages } from './services-room.ts';

const sheet = new CSSStyleSheet();
sheet.replaceSync(tokens);
document.adoptedStyleSheets.push(sheet);

const container = document.createElement('div');
document.body.append(container);
provideFromPages(container);

/** Rules about whole pages do not apply to a page's content without its shell. */
const shellRules = {
  region: { enabled: false },
  'page-has-heading-one': { enabled: false },
  'landmark-one-main': { enabled: false },
};

export async function place<T extends LitElement>(template: TemplateResult): Promise<T> {
  removePage();
  render(template, container);
  await settled(container);
  for (const animation of document.getAnimations()) animation.finish();
  return container.firstElementChild as T;
}

/** Removes the page, its draft and its step. */
export function clear(): void {
  removePage();
  scriptedDrafts.clear();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('fieldkit-')) sessionStorage.removeItem(key);
  if (location.search.includes('step=')) history.replaceState(null, '', location.pathname);
}

function removePage(): void {
  render(null, container);
  delete document.documentElement.dataset['theme'];
}

/**
 * Waits until no element is rendering, at any depth: elements render the shadow roots of their children a microtask
 * later.
 */
export async function settled(root: Element | ShadowRoot): Promise<void> {
  if (root instanceof LitElement) await root.updateComplete;
  if (root instanceof Element && root.shadowRoot !== null) await settled(root.shadowRoot);
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof LitElement) await element.updateComplete;
    if (element.shadowRoot !== null) await settled(element.shadowRoot);
  }
}

/** Returns all matches, through every shadow root. */
export function deepAll<T extends Element = HTMLElement>(root: Element | ShadowRoot, selector: string): T[] {
  const found: T[] = [...root.querySelectorAll<T>(selector)];
  const hosts =
    root instanceof Element && root.shadowRoot !== null
      ? [root, ...root.querySelectorAll('*')]
      : [...root.querySelectorAll('*')];
  for (const host of hosts) if (host.shadowRoot !== null) found.push(...deepAll<T>(host.shadowRoot, selector));
  return found;
}

/** Returns the button or link whose label begins with `words`. */
export function action(root: Element, words: string): HTMLElement {
  const found = deepAll(root, 'fk-button, a, button').find((one) => textOf(one).startsWith(words));
  if (found === undefined)
    throw new Error(`no action "${words}" among: ${deepAll(root, 'fk-button, a').map(textOf).join(' | ')}`);
  return found;
}

export function hasAction(root: Element, words: string): boolean {
  return deepAll(root, 'fk-button, a, button').some((one) => textOf(one).startsWith(words));
}

/** Returns all readable text of the page, through every shadow root. */
export function readable(root: Node): string {
  const parts: string[] = [];
  const read = (node: Node): void => {
    if (node instanceof Text) parts.push(node.data);
    if (node instanceof HTMLStyleElement) return;
    if (node instanceof Element && node.shadowRoot !== null) read(node.shadowRoot);
    for (const child of node.childNodes) read(child);
  };
  read(root);
  return parts.join(' ').replace(/\s+/g, ' ');
}

export async function faultsOf(root: Element): Promise<string[]> {
  const { violations } = await axe.run(root, { rules: shellRules });
  return violations.flatMap((fault) =>
    fault.nodes.map((node) => `${fault.id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}

function textOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
}
