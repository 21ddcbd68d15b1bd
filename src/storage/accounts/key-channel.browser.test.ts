import { expect } from '@open-wc/testing';
import type { KeyChannel } from './key-channel.ts';
import { createLocks } from '../locks.ts';
import { openSecondWindow } from '../../../test/support/second-window.ts';
import { openTestKeys, type WindowKit } from '../../../test/support/window-kit.ts';

let name = '';
let here: KeyChannel;
let there: KeyChannel;
let other: WindowKit & { close(): void };
beforeEach(async () => {
  name = `keys-${crypto.randomUUID()}`;
  other = await openSecondWindow();
  here = openTestKeys(name);
  there = other.openTestKeys(name);
});
afterEach(() => {
  here.close();
  there.close();
  other.close();
});

const change = (channel: KeyChannel) => new Promise<string>((resolve) => channel.watch(resolve));

describe('the key that windows keep in memory', () => {
  it('is given to a window that requests it, for its own account only', async () => {
    // The key is set before the other window listens, so only a request brings it there.
    const late = openTestKeys(name);
    here.set('acc', 'secret');
    const newcomer = openTestKeys(name);
    expect(newcomer.get('acc')).to.equal(null);
    expect(await newcomer.ask('acc')).to.equal('secret');
    expect(newcomer.get('acc')).to.equal('secret');
    expect(await newcomer.ask('someone else', 30)).to.equal(null);
    late.close();
    newcomer.close();
  });

  it('is given to every window at once, and a new one replaces it', async () => {
    const changed = change(there);
    here.set('acc', 'first');
    expect(await changed).to.equal('acc');
    expect(there.get('acc')).to.equal('first');
    const again = change(here);
    there.set('acc', 'second');
    await again;
    expect(here.get('acc')).to.equal('second');
  });

  it('is removed everywhere after signing out anywhere', async () => {
    here.set('acc', 'secret');
    await there.ask('acc');
    const changed = change(here);
    there.clear('acc');
    await changed;
    expect(here.get('acc')).to.equal(null);
    expect(there.get('acc')).to.equal(null);
    expect(await here.ask('acc', 30)).to.equal(null);
  });

  it('is not restored by an answer that was on its way while signing out', async () => {
    here.set('acc', 'secret');
    const newcomer = openTestKeys(name);
    const request = newcomer.ask('acc', 200);
    newcomer.clear('acc');
    expect(await request).to.equal(null);
    expect(newcomer.get('acc')).to.equal(null);
    newcomer.close();
  });

  it('arrives late from a busy window, unless it was signed out in the meantime', async () => {
    for (const signsOut of [false, true]) {
      const busy = new BroadcastChannel(name);
      const message = new Promise<{ ask: string }>((resolve) =>
        busy.addEventListener('message', ({ data }: MessageEvent<{ ask: string }>) => resolve(data), { once: true }),
      );
      const newcomer = openTestKeys(name);
      expect(await newcomer.ask('acc', 20)).to.equal(null);
      const { ask: requestId } = await message;
      if (signsOut) newcomer.clear('acc');
      const changed = change(newcomer);
      busy.postMessage({ type: 'answer', accountId: 'acc', ask: requestId, apiKey: 'secret' });
      there.set('other', 'x');
      expect(await changed).to.equal(signsOut ? 'other' : 'acc');
      expect(newcomer.get('acc')).to.equal(signsOut ? null : 'secret');
      busy.close();
      newcomer.close();
    }
  });

  it('is not taken from foreign messages', async () => {
    const stranger = new BroadcastChannel(name);
    for (const odd of [
      null,
      'ask',
      { type: 'given', accountId: 'acc' },
      { type: 'given', accountId: 7, apiKey: {} },
      { type: 'answer', accountId: 'acc', ask: 'none', apiKey: 'forced' },
    ]) {
      stranger.postMessage(odd);
    }
    const changed = change(here);
    there.set('done', 'x');
    await changed;
    expect(here.get('acc')).to.equal(null);
    stranger.close();
  });

  it('is forgotten by a window that closes, which then neither waits nor answers', async () => {
    here.set('acc', 'secret');
    await there.ask('acc');
    const request = there.ask('someone else', 60_000);
    there.close();
    expect(await request).to.equal(null);
    expect(there.get('acc')).to.equal(null);
    here.close();
    const newcomer = openTestKeys(name);
    expect(await newcomer.ask('acc', 30)).to.equal(null);
    newcomer.close();
  });
});

describe('locks between windows', () => {
  it('are held by one window at a time and seen by the others', async () => {
    const lock = `radio-${name}`;
    const [mine, theirs] = [createLocks(navigator.locks), other.createLocks(navigator.locks)];
    const release = await mine.tryAcquire(lock);
    expect(release).to.not.equal(null);
    expect(await theirs.tryAcquire(lock)).to.equal(null);
    expect((await theirs.held()).has(lock)).to.equal(true);
    const waiting = theirs.acquire(lock);
    release!();
    const releaseTheirs = await waiting;
    expect(await mine.tryAcquire(lock)).to.equal(null);
    releaseTheirs();
    const again = await mine.acquire(lock);
    again();
  });

  it('can be taken again at once by the window that released it', async () => {
    const locks = createLocks(navigator.locks);
    for (let round = 0; round < 20; round += 1) {
      const release = await locks.tryAcquire(`send-${name}`);
      expect(release, `round ${round}`).to.not.equal(null);
      release!();
      release!();
    }
  });

  it('stop waiting when aborted', async () => {
    const lock = `radio-${name}`;
    const locks = createLocks(navigator.locks);
    const release = await locks.acquire(lock);
    const abort = new AbortController();
    const waiting = locks.acquire(lock, abort.signal).catch((error: Error) => error);
    abort.abort(new Error('enough'));
    expect(((await waiting) as Error).message).to.equal('enough');
    release();
    expect(await locks.tryAcquire(lock)).to.not.equal(null);
  });

  it('end with the window that holds them', async () => {
    const lock = `radio-${name}`;
    const frame = await openSecondWindow();
    const inner = document.querySelector<HTMLIFrameElement>('iframe:last-of-type')!.contentWindow!;
    await frame.createLocks(inner.navigator.locks).acquire(lock);
    const locks = createLocks(navigator.locks);
    expect(await locks.tryAcquire(lock)).to.equal(null);
    frame.close();
    const release = await locks.acquire(lock);
    release();
  });
});
