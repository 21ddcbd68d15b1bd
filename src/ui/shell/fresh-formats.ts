/** Draws the page again when the phone asks for other formats of numbers and times than before. */
import { LitElement } from 'lit';
import { renewFormats } from '../language/formats.ts';
import { locale } from '../language/locale.ts';
import { whenVisible } from '../shared/when-visible.ts';

/** Another region, clock or time zone is chosen outside the app, so its return into sight is the moment to ask. */
export function keepFormatsFresh(): void {
  const renew = (): void => {
    if (!renewFormats()) return;
    document.documentElement.lang = locale();
    drawAgain(document);
  };
  whenVisible(renew);
  window.addEventListener('languagechange', renew);
}

function drawAgain(root: ParentNode): void {
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof LitElement) element.requestUpdate();
    if (element.shadowRoot !== null) drawAgain(element.shadowRoot);
  }
}
