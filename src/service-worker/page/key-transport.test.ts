/** Messages of a window before a worker controls it are queued and sent once one does. */
import { expect, it } from 'vitest';
import { pageKeyTransport } from './key-transport.ts';

/** The browser's side of the page: no controlling worker until `takeControl`. */
function createContainer() {
  const sent: unknown[] = [];
  const container = Object.assign(new EventTarget(), {
    controller: null as { postMessage(content: unknown): void } | null,
  });
  return {
    sent,
    container: container as unknown as ServiceWorkerContainer,
    takeControl() {
      container.controller = { postMessage: (message) => void sent.push((message as { content: unknown }).content) };
      container.dispatchEvent(new Event('controllerchange'));
    },
  };
}

it('the key transport of a page sends early messages when a worker has taken control, in order and once', () => {
  const { sent, container, takeControl } = createContainer();
  const transport = pageKeyTransport(container);
  transport.send('ask');
  transport.send('cleared');
  expect(sent).toEqual([]);
  takeControl();
  expect(sent).toEqual(['ask', 'cleared']);
  transport.send('given');
  takeControl();
  expect(sent).toEqual(['ask', 'cleared', 'given']);
});

it('the key transport of a page sends nothing without service workers', () => {
  expect(() => pageKeyTransport(undefined).send('ask')).not.toThrow();
});
