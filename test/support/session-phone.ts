/** Windows of one phone for tests of the session: registry, vault and keys are real; the test sets everything else. */
import { whenFits } from '../../src/domain/when-fits.ts';
import type { Account } from '../../src/domain/account.ts';
import { eraseAccount } from '../../src/storage/accounts/erase-account.ts';
import type { KeyChannel } from '../../src/storage/accounts/key-channel.ts';
import { matchesKeyMark, makeKeyMark } from '../../src/storage/accounts/key-mark.ts';
import { makeKeyVerifier, matchesKeyVerifier } from '../../src/storage/accounts/key-verifier.ts';
import { createScreenLock } from '../../src/storage/accounts/screen-lock.ts';
import { guessesFor } from '../../src/storage/accounts/passphrase-guesses.ts';
import { openRegistry } from '../../src/storage/accounts/registry.ts';
import { type UndeliveredWork, NO_WORK } from '../../src/domain/undelivered-work.ts';
import { type KeyOutcome, createSession, type RunningSession } from '../../src/use-cases/session/session.ts';
import type { SessionAccounts, SessionPorts } from '../../src/use-cases/session/ports.ts';
import { createScriptedDevice, type ScriptedDevice } from './scripted-device.ts';
import { openTestKeys } from './window-kit.ts';
import { fixtureBareDevice } from './fixture-rows.ts';

/** One round in place of 600,000, which vault.browser.test.ts and key-verifier.test.ts take: most of the time here. */
const { prototype } = SubtleCrypto;
const { deriveBits, deriveKey } = prototype;
const quick = <T>(how: T): T =>
  typeof how === 'object' && how !== null && 'iterations' in how ? { ...how, iterations: 1 } : how;
prototype.deriveBits = function (how, ...rest) {
  return deriveBits.call(this, quick(how), ...rest);
};
prototype.deriveKey = function (this: SubtleCrypto, ...[how, ...rest]: Parameters<SubtleCrypto['deriveKey']>) {
  return deriveKey.call(this, quick(how), ...rest);
} as SubtleCrypto['deriveKey'];

export const DRAFT = {
  name: 'North wing',
  baseUrl: 'https://v3.example/',
  legacyBaseUrl: 'https://legacy.example',
  vendor: 'acme',
};
export const PASSPHRASE = 'ladder on four legs';
export const NOBODY = {
  account: null,
  key: 'none',
  hasVault: false,
  hasScreenLock: false,
  accounts: [],
  locked: null,
  idleLockMinutes: 0,
};

export type SessionBackend = Pick<SessionPorts, 'probe' | 'findDevices'>;

export interface SessionPhone {
  /** The name of the registry. */
  readonly name: string;
  practiceOrigin: string;
  isPracticeReachable: boolean;
  isBusy: boolean;
  work: UndeliveredWork;
  /**
   * Keys that were tried at the scripted backend. It accepts those that begin with "right", and returns every device
   * for them.
   */
  readonly probed: string[];
  /** The phone's screen lock. */
  readonly device: ScriptedDevice;
  /** Replaces the scripted backend. */
  backend: SessionBackend | null;
  /** The saved device list of every account: ID and access. */
  saved: ReadonlyMap<string, string | null>;
  readonly windows: {
    readonly registry: Awaited<ReturnType<typeof openRegistry>>;
    readonly keys: KeyChannel;
    readonly session: RunningSession;
  }[];
  /**
   * Opens a window with its own memory: registry connection, keys and session. `around`: what happens between its
   * reads.
   */
  openWindow(around?: (accounts: SessionAccounts) => SessionAccounts): Promise<RunningSession>;
  /** Closes every window, as reloading the only one does: nothing in memory survives. */
  closeAll(): void;
}

export function createSessionPhone(): SessionPhone {
  const name = `session-${crypto.randomUUID()}`;
  const isTaken = (apiKey: string): boolean => {
    phone.probed.push(apiKey);
    return apiKey.startsWith('right');
  };
  const scripted: SessionBackend = {
    probe: async (_, apiKey) => (isTaken(apiKey) ? { kind: 'ok', devices: 3 } : { kind: 'wrongKey' }),
    findDevices: async (_, apiKey, uniqueIds) =>
      isTaken(apiKey)
        ? {
            ok: true,
            value: {
              devices: uniqueIds.map((uniqueId) => fixtureBareDevice(uniqueId, { access: 'OWNER' })),
              isWhole: true,
            },
          }
        : { ok: false, failure: { kind: 'key', status: 401, message: '', fields: [], retryAfterMs: null } },
  };
  const phone: SessionPhone = {
    name,
    practiceOrigin: 'http://localhost:4173/sandbox',
    isPracticeReachable: true,
    isBusy: false,
    work: { ...NO_WORK, onlyHere: 3, receiptIds: ['a', 'b', 'c'], unfinishedRuns: 1, unsentEdits: 2 },
    probed: [],
    device: createScriptedDevice(),
    backend: null,
    saved: new Map(['b1', 'b2', 'b3'].map((id) => [id, 'OWNER'])),
    windows: [],
    async openWindow(around = (accounts) => accounts) {
      const registry = await openRegistry({ nowMs: () => 1000, name, localStorage });
      const keys = openTestKeys(`keys-${name}`);
      const session = createSession({
        accounts: around(registry.accounts),
        vault: registry.vault,
        keys,
        screenLock: async () => createScreenLock(phone.device),
        probe: (...parameters) => (phone.backend ?? scripted).probe(...parameters),
        findDevices: (...parameters) => (phone.backend ?? scripted).findDevices(...parameters),
        savedAccess: async () => phone.saved,
        random: Math.random,
        guesses: guessesFor,
        keyMarks: { make: makeKeyMark, fits: matchesKeyMark },
        keyVerifiers: { make: makeKeyVerifier, matches: matchesKeyVerifier },
        isBusy: async () => phone.isBusy,
        erase: (accountId) => eraseAccount(accountId, localStorage),
        async openPractice() {
          if (!phone.isPracticeReachable) throw new TypeError('Failed to fetch dynamically imported module');
          return {
            baseUrl: `${phone.practiceOrigin}/v3`,
            legacyBaseUrl: `${phone.practiceOrigin}/legacy`,
            vendor: 'practice',
            ownerKey: 'owner-key',
            editorKey: 'editor-key',
          };
        },
        countWork: async () => phone.work,
        practiceName: 'Practice',
        newId: () => crypto.randomUUID(),
        nowMs: () => 1000,
      });
      phone.windows.push({ registry, keys, session });
      await session.start();
      return session;
    },
    closeAll() {
      for (const { registry, keys, session } of phone.windows.splice(0)) {
        session.close();
        keys.close();
        registry.close();
      }
    },
  };
  return phone;
}

/** Returns the account that a key has opened. */
export function opened(outcome: KeyOutcome): Account {
  if (outcome.kind !== 'connected') throw new Error(outcome.kind);
  return outcome.account;
}

/** Resolves as soon as the state matches. */
export async function untilSession(session: RunningSession, fits: (session: RunningSession) => boolean): Promise<void> {
  await whenFits(session.state, () => fits(session));
}
