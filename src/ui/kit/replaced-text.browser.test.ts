/** Texts that something other than Lit has replaced, as extensions that translate a page do. */
import { expect } from '@open-wc/testing';
import { html, render } from 'lit';
import './replaced-text.ts';

/** Puts each text into elements of its own, as a translator does. */
function translate(root: Node): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode() !== null) found.push(texts.currentNode as Text);
  for (const text of found.filter(({ data }) => data.trim() !== '')) {
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = `[${text.data}]`;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

describe('a page whose texts a browser extension has replaced', () => {
  it('still shows a changed count, a changed attribute and a removed part', () => {
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    const draw = (count: number, more: boolean): void => {
      render(html`<p title=${count}>${count} devices${more ? html`<b>more</b>` : ''}</p>`, root);
    };
    draw(254, true);
    translate(root);
    expect(root.textContent).to.equal('[254][ devices][more]');
    draw(1, false);
    expect(root.textContent).to.equal('1[ devices]');
    expect(root.querySelector('p')!.title).to.equal('1');
    translate(root);
    draw(2, true);
    expect(root.textContent).to.contain('2').and.to.contain('more').and.not.to.contain('1');
  });

  it('keeps elements unchanged that have data of their own', () => {
    const object = document.createElement('object');
    object.data = 'about:blank';
    expect(object.getAttribute('data')).to.equal('about:blank');
  });
});
