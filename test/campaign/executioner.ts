/** Kills one browser at its planned moment: an operation at a beacon, a request, a row of the journal, or chance. */
import type { Page } from 'playwright-core';
import type { LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import type { TestBrowser } from '../support/browser.ts';
import type { CampaignServer } from './campaign-server.ts';
import { armJournal } from './journal-watch.ts';
import type { KillPoint } from './kill-points.ts';
import type { World } from './world.ts';

export interface Executioner {
  readonly struck: boolean;
  readonly gone: Promise<void>;
  readonly ears: NonNullable<CampaignServer['ears']['current']>;
  /** The operation that is being carried out at a beacon. */
  readonly operation: LinkOperation | null;
  /** Called by the radio before an operation happens, and when it has happened. */
  onOperation(operation: LinkOperation): void;
  onKept(): void;
  arm(pages: readonly Page[]): Promise<void>;
  /** Chance begins to run. */
  begun(): void;
  kill(): Promise<void>;
}

/** Thrown where an operation or request must not go on; the harness takes it for a closed connection. */
class Killed extends Error {
  constructor() {
    super('closed: the browser was killed');
  }
}

export function createExecutioner(browser: TestBrowser, world: World, point: KillPoint): Executioner {
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
    gone,
    get operation() {
      return operation;
    },
    ears: {
      arrived({ path, body }) {
        if (!armed) return;
        if (point.at === 'post' && point.when === 'arrives' && isReceipt(path, body)) strikeAndStop();
        if (point.at === 'prepare' && point.when === 'arrives' && path === point.path) strikeAndStop();
      },
      tookEffect({ path, body }, status) {
        if (isReceipt(path, body)) {
          const form = new URLSearchParams(body);
          world.posts.push({
            uniqueId: form.get('uniqueId') ?? '',
            base64: form.get('response') ?? '',
            life: world.life,
            status,
            atMs: Date.now(),
            recordedAtMs: null,
          });
        }
        if (!armed) return;
        if (point.at === 'post' && point.when === 'done' && isReceipt(path, body)) strikeAndStop();
        if (point.at === 'prepare' && point.when === 'done' && path === point.path) strikeAndStop();
      },
      now() {
        if (!struck) strike();
      },
    },
    onOperation(now) {
      if (struck) throw new Killed();
      operation = now;
      if (armed && point.at === 'radio' && point.operation === now && point.when === 'arrives') strikeAndStop();
    },
    onKept() {
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
    async kill() {
      clearTimeout(timer);
      armed = false;
      if (!world.killedAtMs.has(world.life)) world.killedAtMs.set(world.life, Date.now());
      await browser.kill();
      tell();
    },
  };
}

function isReceipt(path: string, body: string): boolean {
  return path === '/legacy/device/update' && new URLSearchParams(body).has('response');
}
