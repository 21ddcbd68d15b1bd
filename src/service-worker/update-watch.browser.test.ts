/** What a page hears of the versions of a real worker that come while it stands open. */
import { expect } from '@open-wc/testing';
import { until } from '../../test/support/until.ts';
import { takeOver, wasHeld } from './take-over.ts';
import { followUpdates, letTakeOver } from './update-watch.ts';

describe('a window that stands open', () => {
  let registration: ServiceWorkerRegistration;
  const comes = (version: string): Promise<ServiceWorkerRegistration> =>
    navigator.serviceWorker.register(`/test/support/version-worker.js?${version}`, {
      scope: '/test/support/versions/',
    });
  after(async () => void (await registration.unregister()));

  it('hears of every version: of the first one that it is there, of each later one that it waits or could not be fetched', async () => {
    const heard: string[] = [];
    registration = await comes('one');
    followUpdates(registration, {
      onFirst: () => heard.push('first'),
      onUpdate: () => heard.push('update'),
      onUpdateFailed: () => heard.push('failed'),
    });
    await until(() => registration.active?.state === 'activated' && heard.length > 0);
    expect(heard).to.deep.equal(['first']);
    for (const [version, says] of [
      ['two', 'update'],
      ['broken', 'failed'],
      ['three', 'update'],
      ['broken again', 'failed'],
      ['four', 'update'],
    ] as const) {
      heard.length = 0;
      await comes(encodeURIComponent(version)).catch(() => undefined);
      await until(() => heard.length > 0);
      expect(heard, version).to.deep.equal([says]);
      // Nobody is in its care: what waits takes over by itself.
      await until(() => registration.installing === null && registration.waiting === null);
    }
  });

  it('hears that the version it asked for is held up by what the old one is at, and that it takes over in the end', async () => {
    const old = registration.active!;
    old.postMessage('work');
    registration = await comes('five');
    await until(() => registration.waiting !== null);
    const asked = registration.waiting!;
    const heard: string[] = [];
    asked.addEventListener('statechange', () => heard.push(asked.state));
    letTakeOver(asked, () => heard.push('held'));
    await until(() => heard.length > 0);
    expect(heard).to.deep.equal(['held']);
    old.postMessage('rest');
    await until(() => asked.state === 'activated');
    expect(heard).to.deep.equal(['held', 'activating', 'activated']);
  });

  it('starts with the new version where it may take over, and with the old one where that is at work', async () => {
    const starts: string[] = [];
    const container = { getRegistration: async () => registration };
    registration = await comes('six');
    await until(() => registration.waiting !== null);
    void takeOver(container, () => starts.push('anew')).then(() => starts.push('as it is'));
    await until(() => starts.length > 0);
    expect([starts, wasHeld()]).to.deep.equal([['anew'], false]);
    await takeOver(container, () => starts.push('for nothing'));

    const old = registration.active!;
    old.postMessage('work');
    registration = await comes('seven');
    await until(() => registration.waiting !== null);
    await takeOver(container, () => starts.push('too soon'));
    expect([starts, wasHeld(), wasHeld()]).to.deep.equal([['anew'], true, false]);
    old.postMessage('rest');
    await until(() => registration.waiting === null);
  });
});
