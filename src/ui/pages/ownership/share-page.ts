/** POST /device/share for the chosen devices (interface.md 4.4). */
import { customElement } from 'lit/decorators.js';
import { GivePage } from './give-page.ts';

@customElement('fk-share-page')
class FkSharePage extends GivePage {
  protected override readonly what = 'share';
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-share-page': FkSharePage;
  }
}
