/** The notifications that an open page gets about versions of a real worker. */
import { expect } from '@open-wc/testing';
import { Workbox } from 'workbox-window';
import { until } from '../../../test/support/until.ts';
import { heldVersion, takeOver } from './take-over.ts';
import { letTakeOver, registerAndFollow } from './update-watch.ts';

describe('an open window of the app', () => {
  let registration: ServiceWorkerRegistration;
  const comes = (version: string): Promise<ServiceWorkerRegistration> =>
    navigator.serviceWorker.register(`/test/support/version-worker.js?${version}`, {
      scope: '/test/support/version-',
    });
  /** True once the version is installed, which is a moment after the registration lists it. */
  const isWhole = (): boolean => registration.waiting?.state === 'installed';
  after(async () => void (await registration.unregister()));

  it('is notified that the first version could not be installed', async () => {
    const events: string[] = [];
    const failed = await registerAndFollow(
      new Workbox('/test/support/version-worker.js?broken', { scope: '/test/support/version-none' }),
      {
        onFirst: () => events.push('first'),
        onUpdate: () => events.push('update'),
        onUpdateFailed: () => events.push('failed'),
        onFirstFailed: () => events.push('first failed'),
      },
    );
    await until(() => events.length > 0);
    expect([events, failed.active]).to.deep.equal([['first failed'], null]);
  });

  it('is notified that the first version is ready, and that each later version waits or could not be fetched', async () => {
    const events: string[] = [];
    registration = await registerAndFollow(
      new Workbox('/test/support/version-worker.js?one', { scope: '/test/support/version-' }),
      {
        onFirst: () => events.push('first'),
        onUpdate: () => events.push('update'),
        onUpdateFailed: () => events.push('failed'),
        onFirstFailed: () => events.push('first failed'),
      },
    );
    const expected = ['first'];
    await until(() => registration.active?.state === 'activated' && events.length >= expected.length);
    for (const [version, expectedEvents] of [
      ['two', 'update'],
      ['broken', 'failed'],
      ['three', 'update'],
      ['broken again', 'failed'],
      ['four', 'update'],
    ] as const) {
      expected.push(expectedEvents);
      await comes(encodeURIComponent(version)).catch(() => undefined);
      await until(() => events.length >= expected.length);
      // No page is controlled by it, so the waiting version takes over at once.
      await until(() => registration.installing === null && registration.waiting === null);
    }
    // Each of them once.
    expect(events).to.deep.equal(expected);
  });

  it('is notified once of a version that waited before the window registered', async () => {
    const old = registration.active!;
    old.postMessage('work');
    registration = await comes('waiting');
    await until(isWhole);
    const workers: ServiceWorker[] = [];
    await registerAndFollow(
      new Workbox('/test/support/version-worker.js?waiting', { scope: '/test/support/version-' }),
      {
        onFirst: () => undefined,
        onUpdate: (waiting) => workers.push(waiting),
        onUpdateFailed: () => undefined,
        onFirstFailed: () => undefined,
      },
    );
    const waiting = registration.waiting!;
    old.postMessage('rest');
    await until(() => waiting.state === 'activated');
    expect(workers).to.deep.equal([waiting]);
  });

  it('is notified that the old version holds up the requested one, which takes over in the end', async () => {
    const old = registration.active!;
    old.postMessage('work');
    registration = await comes('five');
    await until(isWhole);
    const requested = registration.waiting!;
    const events: string[] = [];
    requested.addEventListener('statechange', () => events.push(requested.state));
    letTakeOver(requested, () => events.push('held'));
    await until(() => events.length > 0);
    expect(events).to.deep.equal(['held']);
    old.postMessage('rest');
    await until(() => requested.state === 'activated');
    expect(events).to.deep.equal(['held', 'activating', 'activated']);
  });

  describe('at a start that should load the new version', () => {
    const starts: string[] = [];
    const container = { getRegistration: async () => registration };
    const start = (): Promise<unknown> =>
      takeOver(container, () => starts.push('anew')).then(() => starts.push('as it is'));
    const waitsFor = async (version: string): Promise<void> => {
      starts.length = 0;
      registration = await comes(version);
      await until(isWhole);
    };

    it('reloads when a new version may take over, and continues when there is no new version', async () => {
      // A page that the old version controls keeps the new one waiting.
      const page = document.createElement('iframe');
      page.src = '/test/support/version-worker.js';
      document.body.append(page);
      await new Promise((resolve) => page.addEventListener('load', resolve, { once: true }));
      expect(page.contentWindow!.navigator.serviceWorker.controller === null).to.equal(false);
      await waitsFor('six');
      const requested = registration.waiting!;
      void start();
      await until(() => starts.length > 0);
      expect([starts, heldVersion(), requested.state]).to.deep.equal([['anew'], null, 'activated']);
      page.remove();
      starts.length = 0;
      await start();
      expect(starts).to.deep.equal(['as it is']);
    });

    it('reloads also when the new version took over without being asked', async () => {
      const old = registration.active!;
      old.postMessage('work');
      await waitsFor('seven');
      void start();
      old.postMessage('rest');
      await until(() => starts.length > 0);
      expect([starts, heldVersion()]).to.deep.equal([['anew'], null]);
    });

    it('continues with the old version while the old version is busy', async () => {
      const old = registration.active!;
      old.postMessage('work');
      await waitsFor('eight');
      const requested = registration.waiting!;
      await start();
      expect(starts).to.deep.equal(['as it is']);
      expect([heldVersion() === requested, requested.state]).to.deep.equal([true, 'installed']);
      old.postMessage('rest');
      await until(() => requested.state === 'activated');
    });
  });
});
