/** Every element in every state and theme against axe, and the gallery itself as a page. */
import { expect } from '@open-wc/testing';
import axe from 'axe-core';
import { LitElement, html, render, type TemplateResult } from 'lit';
import tokens from '../kit/tokens.css?inline';
import './gallery.ts';
import { specimens } from './specimens.ts';

const sheet = new CSSStyleSheet();
sheet.replaceSync(tokens);
document.adoptedStyleSheets.push(sheet);

const themes = ['light', 'dark', 'sun'] as const;

/** Rules about whole pages do not apply to a single element. */
const pageRules = {
  region: { enabled: false },
  'page-has-heading-one': { enabled: false },
  'landmark-one-main': { enabled: false },
};

async function faultsOf(root: Element): Promise<string[]> {
  const { violations } = await axe.run(root, { rules: pageRules });
  return violations.flatMap((fault) =>
    fault.nodes.map((node) => `${fault.id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}

/** Elements render their children's shadow roots a microtask later. Waits until none is pending, at any depth. */
async function settled(root: Element | ShadowRoot): Promise<void> {
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof LitElement) await element.updateComplete;
    if (element.shadowRoot) await settled(element.shadowRoot);
  }
}

const room = document.createElement('div');
document.body.append(room);

async function place(template: TemplateResult): Promise<Element> {
  render(template, room);
  await settled(room);
  // axe would measure fades and fills in the middle of their animation.
  for (const animation of document.getAnimations()) animation.finish();
  return room;
}

afterEach(() => {
  render(html``, room);
  delete document.documentElement.dataset['theme'];
});

describe('the accessibility check axe', () => {
  for (const theme of themes) {
    for (const specimen of specimens) {
      it(`finds nothing in ${specimen.name}, ${theme}`, async () => {
        document.documentElement.dataset['theme'] = theme;
        for (const state of specimen.states) {
          render(html``, room);
          const root = await place(state.render());
          expect(await faultsOf(root), state.name).to.deep.equal([]);
        }
      });
    }
  }

  it('finds a planted fault: dark text on a dark background', async () => {
    document.documentElement.dataset['theme'] = 'dark';
    const root = await place(html`<p>Not legible</p>`);
    root.querySelector('p')?.style.setProperty('color', 'var(--color-line)');
    expect((await faultsOf(root)).join()).to.contain('color-contrast');
  });
});

describe('the gallery of elements', () => {
  it('shows every specimen and switches the theme', async () => {
    const gallery = (await place(html`<fk-gallery></fk-gallery>`)).querySelector('fk-gallery');
    const names = [...(gallery?.shadowRoot?.querySelectorAll('h2') ?? [])].map((heading) => heading.textContent);
    expect(names).to.deep.equal(specimens.map((specimen) => specimen.name));
    const sun = [...(gallery?.shadowRoot?.querySelectorAll('.themes fk-button') ?? [])].at(-1) as HTMLElement;
    sun.click();
    expect(document.documentElement.dataset['theme']).to.equal('sun');
  });
});
