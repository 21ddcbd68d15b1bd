/** The live tail of a stream in practice, over the sandbox's backend. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import { action, readable } from '../../../../test/support/roles.ts';
import { BASE, hasCloud, request } from '../../../../test/support/streams-page-place.ts';
import { until } from '../../../../test/support/until.ts';
import { createPracticeTail } from '../../../backend/streams.ts';
import { createSandboxBackend } from '../../../sandbox/backend/backend.ts';
import { takeHandedOver } from '../../shared/handed-over.ts';
import { streamStrings } from '../../strings/streams.ts';
import './stream-tail.ts';

const text = streamStrings.tail;

it('the list of new stream records in practice grows, pauses, and passes its records to the inspector', async () => {
  let nowMs = Date.now();
  let requests = 0;
  const backend = createSandboxBackend({ now: () => nowMs });
  await hasCloud(false)(backend);
  const tail = createPracticeTail({
    baseUrl: BASE,
    fetch: async (url, init) => {
      init.signal?.throwIfAborted();
      requests += 1;
      return backend.handle(new Request(url, init));
    },
  });
  const element = await place(html`<fk-stream-tail .tail=${tail} .everyMs=${20}></fk-stream-tail>`);
  await until(() => readable(element).includes(text.state.paused));
  await request(backend, 'PATCH', '/v3/streams/telemetry', { enabled: true });
  await until(() => readable(element).includes(text.state.pushing));
  nowMs += 180_000;
  await until(() => readable(element).includes('"trackingId"'));
  expect(await faultsOf(element)).to.deep.equal([]);
  action(element, text.hold).click();
  await settled(element);
  const before = requests;
  for (let frame = 0; frame < 10; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(requests).to.equal(before);
  // The shell handles the navigation; here only the passed records count.
  const stay = (event: NavigateEvent): void => event.preventDefault();
  window.navigation.addEventListener('navigate', stay);
  action(element, text.inspect).click();
  window.navigation.removeEventListener('navigate', stay);
  const handedOver = takeHandedOver()!;
  expect(handedOver.type).to.equal('telemetry');
  expect(JSON.parse(handedOver.text.split('\n')[0]!)).to.have.property('sourceId');
});
