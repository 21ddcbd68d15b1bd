/** POST /device/move for the chosen devices (interface.md 4.4). */
import { customElement } from 'lit/decorators.js';
import { GivePage } from './give-page.ts';

@customElement('fk-move-page')
class FkMovePage extends GivePage {
  protected override readonly what = 'move';
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-move-page': FkMovePage;
  }
}
