/** A session whose code is fetched when it is first needed: who has never connected an account does not load it to see the first screen. */
import { createRelay } from '../../domain/live.ts';
import { onDemand } from '../../domain/on-demand.ts';
import type { Session, SessionState } from '../../use-cases/session/offered.ts';
import { forwarded, later } from './forwarded.ts';

interface DeferredSession {
  readonly session: Session;
  /** Fetches it now. */
  fetch(): Promise<unknown>;
}

const NOBODY: SessionState = { account: null, key: 'none', hasVault: false, accounts: [] };

/** Each call waits for `open`, which is asked once more after it has failed (no network at a first visit). */
export function deferSession(open: () => Promise<Session>): DeferredSession {
  const state = createRelay(NOBODY);
  let session: Session | null = null;
  const fetched = onDemand(async () => {
    session = await open();
    state.follow(session.state);
    return session;
  });
  return {
    session: forwarded<Session>({
      to: () => session,
      watched: { state },
      closed: {
        ...later(
          'test',
          'connect',
          'practise',
          'switchTo',
          'giveKey',
          'openVault',
          'setPassphrase',
          'judgePassphrase',
          'forgetVault',
          'signOutCheck',
          'signOut',
          'lock',
          'setIdleLock',
          'remove',
          'saveSettings',
        ),
      },
      wait: async (call) => call(await fetched()),
    }),
    fetch: fetched,
  };
}
