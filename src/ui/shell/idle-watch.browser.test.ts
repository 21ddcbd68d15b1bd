/** The idle lock over a scripted session and the browser's own storage: when it locks, and what counts as activity. */
import { signal } from '@preact/signals-core';
import { expect } from '@open-wc/testing';
import { fixtureAccount } from '../../../test/support/fixture-rows.ts';
import { nextTurn } from '../../../test/support/until.ts';
import type { SessionState } from '../../use-cases/session/session.ts';
import { startIdleWatch } from './idle-watch.ts';

type IdleWatch = ReturnType<typeof startIdleWatch>;

const MINUTE_MS = 60_000;
const account = fixtureAccount();
let nowMs = 0;
let locks = 0;
let isBusy = false;
let watches: IdleWatch[] = [];
const state = signal<SessionState>({
  account: null,
  key: 'none',
  hasVault: true,
  hasScreenLock: false,
  accounts: [account],
  locked: null,
  idleLockMinutes: 15,
});

/** One window of the app. */
function watch(): IdleWatch {
  const started = startIdleWatch({
    session: {
      state,
      async lock() {
        if (isBusy) return 'busy';
        locks += 1;
        state.value = { ...state.value, account: null, locked: account, key: 'vault' };
        return 'locked';
      },
    },
    localStorage,
    nowMs: () => nowMs,
    onTrouble: (error) => {
      throw error;
    },
  });
  watches.push(started);
  return started;
}

const openAccount = (): void => void (state.value = { ...state.value, account, locked: null, key: 'ready' });
const touch = (): boolean => window.dispatchEvent(new PointerEvent('pointerdown'));

describe('the idle lock', () => {
  beforeEach(() => {
    nowMs = 1_000_000_000;
    locks = 0;
    isBusy = false;
    localStorage.removeItem('fieldkit-touched');
    state.value = {
      account: null,
      key: 'none',
      hasVault: true,
      hasScreenLock: false,
      accounts: [account],
      locked: null,
      idleLockMinutes: 15,
    };
  });
  afterEach(() => {
    for (const one of watches) one.stop();
    watches = [];
  });

  it('locks the account after the set time without activity in any window, and not before', async () => {
    const [first, second] = [watch(), watch()];
    openAccount();
    nowMs += 14 * MINUTE_MS;
    await first.check();
    expect(locks).to.equal(0);
    touch();
    await nextTurn();
    nowMs += 14 * MINUTE_MS;
    await second.check();
    expect(locks).to.equal(0);
    nowMs += MINUTE_MS;
    await second.check();
    expect(locks).to.equal(1);
    expect(state.value.account).to.equal(null);
  });

  it('does not count a touch after a long sleep as activity', async () => {
    watch();
    openAccount();
    nowMs += 60 * MINUTE_MS;
    touch();
    await nextTurn();
    expect(locks).to.equal(1);
  });

  it('locks the account at the next start when the phone was switched off for too long', async () => {
    watch();
    openAccount();
    watches.pop()!.stop();
    nowMs += 20 * MINUTE_MS;
    state.value = { ...state.value, account: null };
    const restarted = watch();
    state.value = { ...state.value, account, key: 'vault' };
    await restarted.check();
    expect(locks).to.equal(1);
  });

  it('waits for a run to end, and never locks where it is switched off', async () => {
    const only = watch();
    openAccount();
    nowMs += 20 * MINUTE_MS;
    isBusy = true;
    await only.check();
    expect([locks, state.value.account]).to.deep.equal([0, account]);
    isBusy = false;
    await only.check();
    expect(locks).to.equal(1);
    openAccount();
    state.value = { ...state.value, idleLockMinutes: 0 };
    nowMs += 500 * MINUTE_MS;
    await only.check();
    expect(locks).to.equal(1);
  });
});
