/** Kills one browser at its planned moment: an operation at a beacon, a request, a row of the journal, or chance. */
import type { LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import type { TestBrowser } from '../support/browser.ts';
import type { Disturbance } from './disturbance.ts';
import { armJournal } from './journal-watch.ts';
import type { KillPoint } from './kill-points.ts';
import { isReceiptPost, notePost, type World } from './world.ts';

/** Thrown to stop an operation or a request. The harness treats it as a closed connection. */
class Killed extends Error {
  constructor() {
    super('closed: the browser was killed');
  }
}

export function createExecutioner(browser: TestBrowser, world: World, point: KillPoint): Disturbance {
  let armed = false;
  let struck = false;
  let operation: LinkOperation | null = null;
  let timer: NodeJS.Timeout | undefined;
  let tell: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    tell = resolve;
  });

  function strike(): void {
    armed = false;
    struck = true;
    world.killedAtMs.set(world.life, Date.now());
    // The signal is sent before this call returns.
    void browser.kill().then(tell);
  }
  function strikeAndStop(): never {
    strike();
    throw new Killed();
  }

  return {
    get struck() {
      return struck;
    },
    get isGone() {
      return struck;
    },
    reloads: 0,
    gone,
    get operation() {
      return operation;
    },
    ears: {
      arrived(request) {
        if (!armed) return;
        if (point.at === 'post' && point.when === 'arrives' && isReceiptPost(request)) strikeAndStop();
        if (point.at === 'prepare' && point.when === 'arrives' && request.path === point.path) strikeAndStop();
      },
      tookEffect(request, status) {
        if (isReceiptPost(request)) notePost(world, request.body, status);
        if (!armed) return;
        if (point.at === 'post' && point.when === 'done' && isReceiptPost(request)) strikeAndStop();
        if (point.at === 'prepare' && point.when === 'done' && request.path === point.path) strikeAndStop();
      },
      now() {
        if (!struck) strike();
        // No browser is left to receive an answer.
        return new Promise(() => undefined);
      },
    },
    onOperation(now) {
      if (struck) throw new Killed();
      operation = now;
      if (armed && point.at === 'radio' && point.operation === now && point.when === 'arrives') strikeAndStop();
    },
    onOperationDone() {
      if (armed && point.at === 'radio' && point.operation === operation && point.when === 'done') strike();
    },
    async arm(pages) {
      if (struck || armed) return;
      armed = true;
      if (point.at === 'journal') await Promise.all(pages.map((page) => armJournal(page, point)));
    },
    begun() {
      if (armed && point.at === 'chance' && timer === undefined) timer = setTimeout(strike, point.afterMs);
    },
    async reloaded() {},
    async finish() {},
    async end() {
      clearTimeout(timer);
      armed = false;
      if (!world.killedAtMs.has(world.life)) world.killedAtMs.set(world.life, Date.now());
      await browser.kill();
      tell();
    },
  };
}
