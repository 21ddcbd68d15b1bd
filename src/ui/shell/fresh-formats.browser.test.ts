/** The page while the phone asks for other formats. */
import { expect } from '@open-wc/testing';
import { LitElement, html, type TemplateResult } from 'lit';
import { clear, place, settled } from '../../../test/support/page-place.ts';
import { readable } from '../../../test/support/roles.ts';
import { number } from '../language/counting.ts';
import { renewFormats } from '../language/formats.ts';
import { keepFormatsFresh } from './fresh-formats.ts';

class Figure extends LitElement {
  protected override render(): TemplateResult {
    return html`${number(1234.5)}`;
  }
}
customElements.define('test-figure', Figure);

class Sheet extends LitElement {
  protected override render(): TemplateResult {
    return html`<test-figure></test-figure>`;
  }
}
customElements.define('test-sheet', Sheet);

it('the page shows numbers as in another region once it comes into sight after the phone was set to that region', async () => {
  keepFormatsFresh();
  const sheet = await place<Sheet>(html`<test-sheet></test-sheet>`);
  await settled(sheet);
  expect(readable(sheet)).to.equal('1,234.5');
  Object.defineProperty(navigator, 'languages', { value: ['en-DE'], configurable: true });
  try {
    window.dispatchEvent(new PageTransitionEvent('pageshow'));
    await settled(sheet);
    expect(readable(sheet)).to.equal('1.234,5');
  } finally {
    Reflect.deleteProperty(navigator, 'languages');
    renewFormats();
    clear();
  }
});
