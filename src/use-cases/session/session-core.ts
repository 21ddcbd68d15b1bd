/** What the acts of a session work on. */
import type { SessionPorts } from './ports.ts';
import type { SessionView } from './session-view.ts';

export interface SessionCore extends Pick<SessionView, 'state' | 'refresh' | 'activate' | 'connected' | 'active'> {
  readonly ports: SessionPorts;
}
