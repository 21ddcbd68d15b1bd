/** A dialog that is reopened at once: the late close event of the browser must not close it. */
import { expect, oneEvent } from '@open-wc/testing';
import { html } from 'lit';
import { place } from '../../../../test/support/page-place.ts';
import type { FkDialog } from './dialog.ts';
import './dialog.ts';

describe('a dialog that is closed and reopened at once', () => {
  it('stays open when the browser reports the earlier close', async () => {
    const dialog = await place<FkDialog>(html`<fk-dialog heading="Key" open></fk-dialog>`);
    const inner = dialog.renderRoot.querySelector('dialog')!;
    const late = oneEvent(inner, 'close');
    dialog.open = false;
    await dialog.updateComplete;
    expect(inner.open).to.equal(false);
    dialog.open = true;
    await dialog.updateComplete;
    await late;
    expect([dialog.open, inner.open]).to.deep.equal([true, true]);
  });
});
