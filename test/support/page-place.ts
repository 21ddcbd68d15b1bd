/**
 * Puts a page or an element on the test page with the app's tokens, waits until it is drawn, and checks it with axe. What
 * was placed goes after each test.
 */
import { setViewport as setWindow } from '@web/test-runner-commands';
import axe from 'axe-core';
import { LitElement, render, type TemplateResult } from 'lit';
import { sampled } from './sampled.ts';
import { scriptedDrafts } from './scripted-services.ts';
import tokens from '../../src/ui/kit/tokens.css?inline';
import { readable } from './roles.ts';
import { provideFromPages } from './services-room.ts';
import { until } from './until.ts';

export { action, focused, hasAction, readable } from './roles.ts';

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

/** Maximum number of characters of a failed test's page. */
const MOST = 1000;

export async function place<T extends Element = LitElement>(template: TemplateResult): Promise<T> {
  removePage();
  render(template, container);
  await settled(container);
  for (const animation of document.getAnimations()) animation.finish();
  return container.firstElementChild as T;
}

afterEach(function () {
  const failure = this.currentTest?.err;
  if (failure !== undefined) {
    const message = `${failure.message}\nOn screen: ${readable(container).slice(0, MOST)}`;
    failure.stack = failure.stack?.replace(failure.message, () => message) ?? message;
    failure.message = message;
  }
  clear();
});

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

/** Returns when the page has drawn itself in this size: media queries tell their listeners right before a frame. */
export async function setViewport(size: { readonly width: number; readonly height: number }): Promise<void> {
  await setWindow(size);
  await until(() => innerWidth === size.width && innerHeight === size.height);
  await new Promise(requestAnimationFrame);
  await settled(container);
}

/** For the test of an element itself: what is inside it. */
export function inside<T extends Element = HTMLElement>(host: Element | null | undefined, selector: string): T {
  const found = host?.shadowRoot?.querySelector<T>(selector);
  if (!found) throw new Error(`no ${selector} inside ${host?.tagName ?? 'nothing'}`);
  return found;
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

export async function faultsOf(root: Element, more: axe.RunOptions = {}): Promise<string[]> {
  const { violations } = await axe.run(root, { rules: shellRules, ...more });
  return violations.flatMap((fault) =>
    fault.nodes.map((node) => `${fault.id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}

/** All faults in the light theme, and those of colours, which alone depend on the theme, in one that the seed draws. */
export async function faultsInThemes(root: Element): Promise<string[]> {
  const { dataset } = document.documentElement;
  dataset['theme'] = 'light';
  const faults = await faultsOf(root);
  for (const theme of sampled('themes', ['dark', 'sun'], 1)) {
    dataset['theme'] = theme;
    const colours = await faultsOf(root, { runOnly: ['color-contrast', 'link-in-text-block'], rules: {} });
    faults.push(...colours.map((fault) => `${theme}: ${fault}`));
  }
  delete dataset['theme'];
  return faults;
}
