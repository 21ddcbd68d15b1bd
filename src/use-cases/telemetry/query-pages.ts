/** Fetches the pages of one query, one after the other: within the budget of all windows, in smaller pages or again where the backend wants that. */
import { handledElsewhere } from '../../domain/unawaited.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import {
  pageSizeOf,
  withPageSize,
  withSmallerPage,
  type TelemetryRequest,
} from '../../domain/telemetry/record-query.ts';
import type { QueryBound } from '../../domain/telemetry/estimate.ts';
import type { QueryEnd, QueryProgress } from './telemetry.ts';
import type { TelemetryParts } from './ports.ts';

const SIZE_NOTE = 'pageSize';
const RETRY_WAITS_MS = [2000, 8000];
const MAX_REFUSALS = 5;
/** Statuses with which a backend may refuse the page size. */
const SIZE_REFUSALS: ReadonlySet<number> = new Set([400, 413]);

/** Failures that another attempt may resolve. */
const PASSING: ReadonlySet<string> = new Set(['server', 'timeout', 'offline']);

/** `end`: the request ends here. */
export type Fetched =
  | { readonly body: ArrayBuffer; readonly query: string }
  | { readonly failure: BackendFailure }
  | { readonly end: QueryEnd };

type Page = Pick<TelemetryRequest, 'path' | 'query'>;

interface PagesParts extends Pick<TelemetryParts, 'backend' | 'store' | 'clock' | 'pace'> {
  readonly signal: AbortSignal;
  /** Asking ends there; null: with the last page. */
  readonly bound: QueryBound | null;
  readonly report: (
    doing: QueryProgress['doing'],
    waitUntilMs?: number,
    waitReason?: QueryProgress['waitReason'],
  ) => void;
}

export class QueryPages {
  readonly #parts: PagesParts;
  readonly #begunMs: number;
  #requests = 0;
  #mostOnPage = Number.POSITIVE_INFINITY;
  #smallerPages: number | null = null;
  // The end of the last turn is stored while its page is read.
  #ended: Promise<void> = Promise.resolve();

  constructor(parts: PagesParts) {
    this.#parts = parts;
    this.#begunMs = parts.clock.nowMs();
  }

  /** The page size that the backend accepted after refusing a larger one. Null: it has refused none. */
  get smallerPages(): number | null {
    return this.#smallerPages;
  }

  /** Resolves when the end of the last turn is stored. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Takes the size of the page that the backend took before. */
  async open(): Promise<void> {
    const size = Number(await this.#parts.store.readNote(SIZE_NOTE));
    if (Number.isInteger(size) && size > 0) this.#mostOnPage = size;
  }

  /** Fetches the first page, with a smaller size if the backend refuses a large one. */
  async fetchFirst({ path, query: whole }: Page): Promise<Fetched> {
    let refused: Fetched | null = null;
    for (let query: string | null = this.sized(whole); query !== null; query = withSmallerPage(query)) {
      const fetched = await this.fetch({ path, query });
      if ('body' in fetched) {
        if (refused !== null) {
          this.#mostOnPage = pageSizeOf(query);
          this.#smallerPages = this.#mostOnPage;
          await this.#parts.store.writeNote(SIZE_NOTE, String(this.#mostOnPage));
        }
        return fetched;
      }
      if ('end' in fetched) return fetched;
      if (!mayMeanSize(fetched.failure)) return refused ?? fetched;
      refused ??= fetched;
    }
    return refused!;
  }

  /** Repeats one request until it has a final answer. */
  async fetch(page: Page): Promise<Fetched> {
    const { backend, store, clock, signal, report } = this.#parts;
    let refusals = 0;
    let tries = 0;
    for (;;) {
      const turn = await this.#takeTurn();
      if (turn === null) return { end: { kind: 'bounded' } };
      report('asking');
      const result = await backend.readTelemetry(page, signal);
      const isRefused = !result.ok && result.failure.kind === 'rateLimit';
      this.#ended = store.endTurn(turn, clock.nowMs());
      void handledElsewhere(this.#ended);
      if (result.ok) return { body: result.value, query: page.query };
      const { failure } = result;
      if (isRefused && refusals < MAX_REFUSALS) refusals += 1;
      else if (PASSING.has(failure.kind) && tries < RETRY_WAITS_MS.length) {
        await this.#waitUntil(clock.nowMs() + RETRY_WAITS_MS[tries]!, 'retry');
        tries += 1;
      } else return failure.kind === 'cancelled' ? { end: { kind: 'cancelled' } } : { failure };
    }
  }

  /** The query with no more on a page than the backend takes. */
  sized(query: string): string {
    return withPageSize(query, this.#mostOnPage);
  }

  /**
   * Takes a turn of the budget; null when the limit is reached. May have to wait as long as the backend requires, or for
   * the end of another window's request.
   */
  async #takeTurn(): Promise<string | null> {
    const { store, clock, pace, bound } = this.#parts;
    await this.#ended;
    for (;;) {
      const untilMs = bound === null ? Number.POSITIVE_INFINITY : this.#begunMs + bound.ms;
      if (bound !== null && (this.#requests >= bound.requests || clock.nowMs() > untilMs)) return null;
      const wait = pace.current();
      const turn = wait ?? (await store.takeTurn(clock.nowMs()));
      if ('turn' in turn) {
        this.#requests += 1;
        return turn.turn;
      }
      if (turn.untilMs > untilMs) return null;
      await this.#waitUntil(turn.untilMs, wait === null ? 'budget' : 'backend');
    }
  }

  async #waitUntil(atMs: number, reason: QueryProgress['waitReason']): Promise<void> {
    const { clock, signal, report } = this.#parts;
    for (let nowMs = clock.nowMs(); nowMs < atMs; nowMs = clock.nowMs()) {
      report('waiting', atMs, reason);
      await clock.sleep(atMs - nowMs, signal);
    }
  }
}

/** False when the refusal names its fields and none of them is about pages. */
function mayMeanSize({ status, fields }: BackendFailure): boolean {
  return (
    SIZE_REFUSALS.has(status) && (fields.length === 0 || fields.some(({ field }) => /size|page|limit/i.test(field)))
  );
}
