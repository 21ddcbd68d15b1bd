/** Every element in every state and theme against axe. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { clear, faultsInThemes, place } from '../support/page-place.ts';
import { specimens } from './specimens.ts';

describe('the accessibility check axe', () => {
  for (const specimen of specimens) {
    it(`finds nothing in ${specimen.name}`, async () => {
      for (const state of specimen.states) {
        clear();
        const root = await place(html`<div>${state.render()}</div>`);
        expect(await faultsInThemes(root), state.name).to.deep.equal([]);
      }
    });
  }

  it('finds a planted fault in each theme: text in the colour of a tint', async () => {
    const root = await place(html`<div><p style="color: var(--color-attention-soft)">Not legible</p></div>`);
    const faults = (await faultsInThemes(root)).join();
    expect(faults)
      .to.contain('color-contrast')
      .and.to.match(/(?:dark|sun): color-contrast/);
  });
});
