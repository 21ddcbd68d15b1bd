/** A sheet whose code comes with the first press, or does not come. */
import { expect } from '@open-wc/testing';
import { LitElement, html } from 'lit';
import { clear, place } from '../../../test/support/page-place.ts';
import { until } from '../../../test/support/until.ts';
import { shellStrings } from '../strings/shell.ts';
import { LateSheet } from './late-sheet.ts';
import type { SayEvent } from './say.ts';

let load: () => Promise<unknown>;

class Host extends LitElement {
  readonly sheet = new LateSheet(this, () => load());
}
customElements.define('late-sheet-host', Host);

describe('a sheet whose code comes with the first press', () => {
  afterEach(clear);

  it('says that the code does not come, opens when it does, and closes with its page', async () => {
    const host = await place<Host>(html`<late-sheet-host></late-sheet-host>`);
    const { sheet } = host;
    const said: string[] = [];
    host.addEventListener('fk-say', ({ message }: SayEvent) => said.push(message));
    load = () => Promise.reject(new TypeError('Failed to fetch'));
    sheet.open();
    await until(() => said.length > 0);
    expect([said, sheet.isLoaded, sheet.isOpen]).to.deep.equal([[shellStrings.pageFailed.text], false, false]);

    load = () => Promise.resolve();
    sheet.open();
    await until(() => sheet.isOpen);
    sheet.close();
    expect([sheet.isLoaded, sheet.isOpen]).to.deep.equal([true, false]);

    sheet.open();
    await until(() => sheet.isOpen);
    host.remove();
    expect(sheet.isOpen).to.equal(false);
    expect(said.length).to.equal(1);
  });
});
