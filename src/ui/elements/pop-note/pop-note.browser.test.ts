import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { until } from '../../../../test/support/until.ts';
import { closeTopLayer } from '../../kit/layers.ts';
import './pop-note.ts';

it('a note over the page is closed by Back, once', async () => {
  const note = await fixture(html`<fk-pop-note note="You are offline.">Offline</fk-pop-note>`);
  const button = note.shadowRoot!.querySelector('button')!;
  const popover = note.shadowRoot!.querySelector<HTMLElement>('[popover]')!;
  const isOpen = (): boolean => popover.matches(':popover-open');

  // The layer is registered with the event that follows the opening.
  const opened = new Promise((resolve) => popover.addEventListener('toggle', resolve, { once: true }));
  button.click();
  await opened;
  expect(isOpen()).to.equal(true);
  expect(closeTopLayer()).to.equal(true);
  expect(isOpen()).to.equal(false);
  expect(closeTopLayer()).to.equal(false);

  button.click();
  await until(isOpen);
  button.click();
  await until(() => !isOpen());
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(closeTopLayer(), 'nothing is left of a note that was closed by its button').to.equal(false);
});
