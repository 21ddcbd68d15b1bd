/** The events of the page that start the sender. */
import { expect } from '@open-wc/testing';
import { pageEvents } from './page-events.ts';

it('a listener hears that the network is back until it is removed', () => {
  const heard: string[] = [];
  const stop = pageEvents().subscribe((why) => void heard.push(why));
  window.dispatchEvent(new Event('online'));
  stop();
  window.dispatchEvent(new Event('online'));
  expect(heard).to.deep.equal(['online']);
});
