/**
 * Keeps the page true when a browser extension replaces a text by an element of its own, as translators do, also in open
 * shadow roots. Lit writes a changed text to the `data` of the node that follows its marker (`_commitText` of lit-html).
 * Where that node has become an element, this accessor shows the text in it; without it the old text would stay.
 */
Object.defineProperty(HTMLElement.prototype, 'data', {
  configurable: true,
  set(this: HTMLElement, text: unknown) {
    this.textContent = String(text);
  },
});
