/** What the acts of a session work on. */
import type { Account } from '../../domain/account.ts';
import type { SessionPorts } from './ports.ts';
import { SessionError } from './session-error.ts';
import type { SessionView } from './session-view.ts';

export interface SessionParts extends Pick<SessionView, 'state' | 'refresh' | 'activate'> {
  readonly ports: SessionPorts;
  /** One change at a time. What waits for a person is done outside of it. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface SessionCore extends SessionParts {
  /** The account that is shown; throws where there is none. */
  connected(): Account;
  /** The one whose key is asked for: connected, or locked; throws where there is none. */
  active(): Account;
}

export function createSessionCore(parts: SessionParts): SessionCore {
  const { state } = parts;
  return {
    ...parts,
    connected() {
      const { account } = state.value;
      if (account === null) throw new SessionError('noAccount');
      return account;
    },
    active() {
      const account = state.value.account ?? state.value.locked ?? null;
      if (account === null) throw new SessionError('noAccount');
      return account;
    },
  };
}
