/** The shared dependencies of a session's actions. */
import type { Account } from '../../domain/account.ts';
import type { SessionPorts } from './ports.ts';
import { SessionError } from './session-error.ts';
import type { SessionView } from './session-view.ts';

export interface SessionParts extends Pick<SessionView, 'state' | 'refresh' | 'activate'> {
  readonly ports: SessionPorts;
  /** Runs one change at a time. Anything that waits for a person runs outside it. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

export type SessionCore = ReturnType<typeof createSessionCore>;

export function createSessionCore(parts: SessionParts) {
  const { state } = parts;
  return {
    ...parts,
    /** Returns the shown account; throws when there is none. */
    connected(): Account {
      const { account } = state.value;
      if (account === null) throw new SessionError('noAccount');
      return account;
    },
    /** Returns the connected or locked account whose key is needed; throws when there is none. */
    active(): Account {
      const account = state.value.account ?? state.value.locked;
      if (account === null) throw new SessionError('noAccount');
      return account;
    },
  };
}
