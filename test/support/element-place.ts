/** Puts elements on a test page with the design tokens, waits until they are drawn, and finds what is inside them. */
import { LitElement, render, type TemplateResult } from 'lit';
import tokens from '../../src/ui/kit/tokens.css?inline';

const sheet = new CSSStyleSheet();
sheet.replaceSync(tokens);
document.adoptedStyleSheets.push(sheet);

export function inside<T extends Element = HTMLElement>(host: Element | null | undefined, selector: string): T {
  const found = host?.shadowRoot?.querySelector<T>(selector);
  if (!found) throw new Error(`no ${selector} inside ${host?.tagName ?? 'nothing'}`);
  return found;
}

/** Returns the element that has the focus, through all shadow roots. */
export function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/**
 * Renders the template and waits until it is drawn. The library's fixture waits for an animation frame, which a test
 * page in the background never gets.
 */
export async function place<T extends Element>(template: TemplateResult): Promise<T> {
  const container = document.createElement('div');
  document.body.append(container);
  containers.push(container);
  render(template, container);
  for (const child of container.querySelectorAll('*')) if (child instanceof LitElement) await settle(child);
  return container.firstElementChild as T;
}

const containers: Element[] = [];
afterEach(() => {
  for (const container of containers.splice(0)) container.remove();
});

export async function settle(host: LitElement): Promise<void> {
  await host.updateComplete;
  for (const child of host.shadowRoot?.querySelectorAll('*') ?? [])
    if (child instanceof LitElement) await settle(child);
}
