/** The streams page with refusals, with lost answers, without a network and with secrets. */
import { expect } from '@open-wc/testing';
import { deepAll, faultsOf, settled } from '../../../../test/support/page-place.ts';
import { action, fill, hasAction, readable, the, visibleIn } from '../../../../test/support/roles.ts';
import { until as soon } from '../../../../test/support/until.ts';
import { elementStrings } from '../../strings/elements.ts';
import { streamStrings } from '../../strings/streams.ts';
import './streams-page.ts';
import {
  ACCESS,
  SECRET,
  HUB_SECRET,
  open,
  request,
  strike,
  HUB,
  hasCloud,
  field,
  type,
  press,
  fillCloud,
  writes,
} from '../../../../test/support/streams-page-place.ts';

describe('the page of streams', () => {
  it('says that nothing was changed, and sends nothing, when a form without changes is saved', async () => {
    const opened = await open({ before: hasCloud(true) });
    await opened.until('Records are sent to the destination as they arrive.');
    await press(opened.page, 'Change');
    await press(opened.page, 'Send changes');
    await opened.until('Nothing was changed, so nothing was sent.');
    expect(writes(opened)).to.deep.equal([]);
  });

  it('deletes a stream only after the last four characters of its name are typed', async () => {
    const opened = await open({ before: hasCloud(true) });
    const { page, until } = opened;
    await until('Records are sent to the destination as they arrive.');
    await press(page, 'Delete');
    expect(readable(the(page, 'dialog')))
      .to.contain('“beacons-live”')
      .and.to.contain('Type live to continue');
    expect(await faultsOf(page)).to.deep.equal([]);
    await press(page, 'Delete the stream');
    expect(writes(opened)).to.deep.equal([]);
    fill(page, elementStrings.confirm.type('live'), 'live');
    await settled(page);
    await press(page, 'Delete the stream');
    await until('The stream is deleted.');
    expect(writes(opened)).to.deep.equal(['DELETE ']);
    expect(hasAction(page, streamStrings.steps.create)).to.equal(true);
  });

  it('says that the key has no permission when the backend refuses a change of an editor', async () => {
    const { page, until } = await open({ before: hasCloud(true), key: 'sandbox-editor-key' });
    await until('Records are sent to the destination as they arrive.');
    await press(page, 'Pause');
    await until('Your key has no permission for this.');
  });

  it('says after a lost answer that the change may have been made, and shows the current settings', async () => {
    const { page, until, backend } = await open({ before: hasCloud(true) });
    await until('Records are sent to the destination as they arrive.');
    await strike({ name: 'lost', times: 1, match: { method: 'PATCH' } })(backend);
    await press(page, 'Pause');
    await until(
      'No answer came, so the change may or may not have been made. These are the current settings at the backend.',
    );
    expect(readable(page)).to.contain('Nothing is sent until you resume it.');
  });

  it('shows why the stream could not be read again beside the last known settings, until that works', async () => {
    const { page, until, backend } = await open({ before: hasCloud(true) });
    await until('Records are sent to the destination as they arrive.');
    await strike({ name: 'status', status: 503, times: 1, match: { method: 'GET' } })(backend);
    await press(page, 'Refresh');
    await until('These are the last known settings.');
    expect(readable(page))
      .to.contain('The backend reports an error of its own.')
      .and.contain('Records are sent to the destination as they arrive.');
    await press(page, 'Try again');
    await soon(() => !readable(page).includes('These are the last known settings.'));
  });

  it('offers no change of a stream while offline', async () => {
    const { page, until, services } = await open({ before: hasCloud(true) });
    await until('Records are sent to the destination as they arrive.');
    services.lives.app.value = { ...services.lives.app.value, online: false };
    await settled(page);
    expect(readable(page)).to.contain('nothing can be changed now');
    for (const words of ['Pause', 'Change', 'Delete'])
      expect((action(page, words) as HTMLElement & { disabled: boolean }).disabled, words).to.equal(true);
  });

  it('shows a name from the backend as text when the name is HTML', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const { page, until } = await open({
      before: (backend) =>
        request(backend, 'PUT', '/v3/streams/telemetry', {
          enabled: true,
          eventHub: { ...HUB, sharedAccessKeyName: name, sharedAccessKey: HUB_SECRET },
        }),
    });
    await until(name);
    expect(visibleIn(page).some((one) => one instanceof HTMLImageElement)).to.equal(false);
  });

  it('forgets typed secrets once they are sent, whatever the answer, and stores them nowhere', async () => {
    const logged: unknown[] = [];
    const talker = globalThis.console;
    const real = { ...talker };
    for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const)
      talker[name] = (...args: unknown[]) => void logged.push(args);
    try {
      const opened = await open({
        before: strike({ name: 'status', status: 422, times: 1, match: { method: 'PUT' } }),
      });
      const { page, until, backend } = opened;
      await until('A record is sent each time the cloud receives telemetry');
      await press(page, streamStrings.steps.create);
      await fillCloud(page);
      await press(page, 'Create');
      await until('The backend does not accept these values.');
      // The form still holds everything but the secrets.
      expect(field(page, 'streamName').value).to.equal('beacons-live');
      for (const name of ['accessKey', 'secretKey']) expect(field(page, name).value).to.equal('');
      expect(readable(page)).to.contain('The secrets were removed from this form');
      await type(page, 'accessKey', ACCESS);
      await type(page, 'secretKey', SECRET);
      await press(page, 'Create');
      await until('The stream is set up and paused.');
      await press(page, 'Change');
      for (const input of deepAll<HTMLInputElement>(page, 'input'))
        expect([ACCESS, SECRET]).not.to.include(input.value);
      const databases = await indexedDB.databases();
      const stored = [
        readable(page),
        ...deepAll(page, '*').flatMap((one) => [...one.attributes].map((attribute) => attribute.value)),
        JSON.stringify(localStorage),
        JSON.stringify(sessionStorage),
        JSON.stringify(databases),
        JSON.stringify(history.state),
        location.href,
        JSON.stringify(logged),
        JSON.stringify(opened.heard),
        backend.state(),
        opened.sent.map(({ url }) => url).join(),
        await (await request(backend, 'GET', '/control/log')).text(),
      ].join('\n');
      expect(opened.sent.filter(({ body }) => body.includes(SECRET))).to.have.length(2);
      expect(stored).not.to.contain(ACCESS);
      expect(stored).not.to.contain(SECRET);
    } finally {
      Object.assign(talker, real);
    }
  });
});
