/** The run page: one beacon and its run. */
import { customElement } from 'lit/decorators.js';
import { RunScreen } from '../../beacon/run/run-screen.ts';

@customElement('fk-run-page')
export class FkRunPage extends RunScreen {}

declare global {
  interface HTMLElementTagNameMap {
    'fk-run-page': FkRunPage;
  }
}
