/**
 * What is said before a connect to a beacon that may hold the receipt of another account of this phone: the run reads it
 * before it writes.
 */
import { html, type TemplateResult } from 'lit';
import type { SessionState } from '../../use-cases/session/session.ts';
import type { PhoneState } from '../shell/services.ts';
import { runStrings } from '../strings/run.ts';
import '../elements/basics.ts';

/** `phone` and `session` are undefined until they are known. */
export function renderUnreadElsewhere(
  phone: PhoneState | undefined,
  session: SessionState | undefined,
  uniqueId: string,
): TemplateResult[] {
  // The radio of the sandbox reaches no real beacon.
  if (session?.account?.kind !== 'live') return [];
  return (phone?.receiptsElsewhere ?? []).flatMap(({ name, unreadAt }) => {
    const runs = unreadAt.filter((id) => id === uniqueId).length;
    if (runs === 0) return [];
    return html`<fk-notice tone="info" .text=${runStrings.unreadElsewhere(name, runs)}></fk-notice>`;
  });
}
