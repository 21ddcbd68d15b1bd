/** Parts of the shell that appear once an account is stored on this phone: the navigation and the receipt counter. */
import { html, nothing, type TemplateResult } from 'lit';
import { isOpen } from '../../domain/open-run.ts';
import { isUnfinished, type Run } from '../../domain/run.ts';
import type { OutboxState } from '../../use-cases/outbox/outbox.ts';
import type { SessionState } from '../../use-cases/session/session.ts';
import '../elements/nav/nav.ts';
import '../elements/receipt-counter/receipt-counter.ts';
import { placesOf } from './places.ts';
import type { PlaceId } from './routes.ts';
import type { AccountServices, PhoneState } from './services.ts';

/**
 * Renders the bar and the rail. A run that is carried out, here or in another window, needs nobody and is in no badge.
 */
export function renderNav(account: AccountServices | null, name: string, place: PlaceId): TemplateResult {
  const running = account?.runs.current.value;
  const isCarriedOut = ({ id }: Run): boolean =>
    (isOpen(running) && running.runId === id) || account?.runs.elsewhere.value.has(id) === true;
  const runs = account?.runs.list.value ?? [];
  const { rail, bar } = placesOf({
    unfinished: runs.filter((run) => isUnfinished(run) && !isCarriedOut(run)).length,
    needsYou: account?.outbox.state.value.needsYou ?? 0,
    hasStream: account?.hasStream.value ?? false,
  });
  return html`<fk-nav .rail=${rail} .bar=${bar} .current=${place === 'none' ? '' : place} .account=${name}></fk-nav>`;
}

interface CounterFacts {
  readonly connected: boolean;
  readonly locked: NonNullable<SessionState['locked']> | null;
  readonly outbox: OutboxState | undefined;
  readonly receiptsElsewhere: PhoneState['receiptsElsewhere'];
  readonly keyWanted: boolean;
}

/** Renders the counter of all receipts on this phone, without a number until they have been read. */
export function renderCounter(facts: CounterFacts): TemplateResult | typeof nothing {
  const { connected, locked, outbox, receiptsElsewhere, keyWanted } = facts;
  if (receiptsElsewhere === null && !connected) return nothing;
  const all = receiptsElsewhere?.reduce((sum, one) => sum + one.toSend, 0) ?? 0;
  // While no account is connected, show the receipts of the locked account, which wait for its key.
  const here =
    locked === null ? all : (receiptsElsewhere?.find(({ accountId }) => accountId === locked.id)?.toSend ?? 0);
  const count = !connected ? here : receiptsElsewhere === null ? null : (outbox?.toSend ?? null);
  const others = connected ? all : all - here;
  if (!connected && all === 0) return nothing;
  return html`<fk-receipt-counter
    slot="counter"
    .href=${!connected || (count === 0 && others > 0) ? '/more' : '/outbox'}
    .count=${count}
    .others=${others}
    .keyWaiting=${keyWanted}
  ></fk-receipt-counter>`;
}
