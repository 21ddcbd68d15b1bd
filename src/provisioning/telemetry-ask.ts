/** Carries one ask to its end: every page of every request, within the budget, day by day where the backend wants it (interface.md 4.2). */
import type { BackendFailure } from '../domain/backend-failure.ts';
import { DAY_MS, fallbackOfLatest, planRequests, type SpanRule, type TelemetryAsk, type TelemetryRequest } from '../domain/telemetry/ask.ts';
import { cappedFloorMs } from '../domain/wait.ts';
import { sameQuery, type PageFacts } from '../domain/telemetry/page.ts';
import type { TelemetryParts } from './telemetry-ports.ts';
import type { AskCounts, AskEnd, AskOutcome, AskProgress } from './telemetry-services.ts';

export interface AskRunner {
  run(ask: TelemetryAsk, options: { readonly signal: AbortSignal; readonly onProgress: (progress: AskProgress) => void }): Promise<AskOutcome>;
}

const SPAN_NOTE = 'span';
/** An applied range that is shorter than asked by less than this is only rounded. */
const ROUNDING_MS = 60_000;
const MOST_PAGES = 20_000;
const RETRY_WAITS_MS = [2000, 8000];
const MOST_REFUSALS = 5;
const MOST_CUT = 100;

/** Failures that another try may mend. */
const PASSING: ReadonlySet<string> = new Set(['server', 'timeout', 'offline']);

export function createAskRunner({ backend, store, clock }: TelemetryParts): AskRunner {
  return {
    async run(given, { signal, onProgress }) {
      let ask = given;
      let span: SpanRule = 'unknown';
      let counts: AskCounts = { pages: 0, records: 0, skipped: 0, faulty: 0, cut: [] };
      let totalPages: number | null = null;
      let fellBack = false;
      // How far back all the beacons were really asked for, Unix ms.
      let readFromMs = ask.startMs;
      let split = false;
      // The end of the last turn is written while its page is read.
      let ended: Promise<void> = Promise.resolve();

      const tell = (doing: AskProgress['doing'], waitUntilMs: number | null = null, waitReason: AskProgress['waitReason'] = null): void =>
        onProgress({ ask, ...counts, totalPages, doing, waitUntilMs, waitReason });

      async function waitUntil(atMs: number, reason: AskProgress['waitReason']): Promise<void> {
        for (let nowMs = clock.nowMs(); nowMs < atMs; nowMs = clock.nowMs()) {
          tell('waiting', atMs, reason);
          await clock.sleep(atMs - nowMs, signal);
        }
      }

      /** The end of another window's request may be what is waited for. */
      async function takeTurn(): Promise<string> {
        await ended;
        for (;;) {
          const given = await store.takeTurn(clock.nowMs());
          if (given.kind === 'taken') return given.turn;
          await waitUntil(given.untilMs, given.reason);
        }
      }

      /** One request until it is answered for good. */
      async function fetchPage(request: Pick<TelemetryRequest, 'path' | 'query'>): Promise<{ body: ArrayBuffer } | { failure: BackendFailure }> {
        let refusals = 0;
        let tries = 0;
        for (;;) {
          const turn = await takeTurn();
          tell('asking');
          const result = await backend.readTelemetry(request, signal);
          const isRefused = !result.ok && result.failure.kind === 'rateLimit';
          ended = store.endTurn(turn, clock.nowMs(), isRefused ? { retryAfterMs: result.failure.retryAfterMs } : null);
          ended.catch(() => undefined);
          if (result.ok) return { body: result.value };
          const { failure } = result;
          if (isRefused && refusals < MOST_REFUSALS) refusals += 1;
          else if (PASSING.has(failure.kind) && tries < RETRY_WAITS_MS.length) {
            await waitUntil(clock.nowMs() + Math.max(RETRY_WAITS_MS[tries]!, cappedFloorMs(failure.retryAfterMs ?? 0)), 'retry');
            tries += 1;
          } else return { failure };
        }
      }

      /** All pages of one request. */
      async function follow(request: TelemetryRequest, remaining: number): Promise<AskEnd | 'splitIt' | 'noLatest' | null> {
        const asked: string[] = [];
        // In place of `/latest` a beacon that was heard need not be heard again.
        const unheard = fellBack && ask.by === 'devices' ? idsOf(request.query) : null;
        for (let query: string | null = request.query; query !== null; ) {
          const page = await fetchPage({ path: request.path, query });
          if ('failure' in page) return judged(page.failure, request, asked.length === 0);
          tell('storing');
          const taken = await store.take(page.body, query, signal);
          asked.push(query);
          if (taken.kind === 'notAPage') return { kind: 'failed', failure: unreadable() };
          counts = {
            pages: counts.pages + 1,
            records: counts.records + taken.records,
            skipped: counts.skipped + taken.skipped.length,
            faulty: counts.faulty + taken.faulty,
            cut: counts.cut.length < MOST_CUT ? [...counts.cut, ...taken.cut].slice(0, MOST_CUT) : counts.cut,
          };
          if (span === 'unknown' && wasCut(request, taken.facts)) return 'splitIt';
          for (const id of taken.trackingIds) unheard?.delete(id);
          if (unheard?.size === 0) {
            readFromMs = Math.max(readFromMs, taken.oldestMs ?? ask.endMs);
            return null;
          }
          const next = taken.nextQuery;
          // A list that moves may lead back to where one was.
          query = next === null || counts.pages >= MOST_PAGES || asked.some((one) => sameQuery(one, next)) ? null : next;
          totalPages = taken.facts.totalPages === null ? null : counts.pages + Math.max(0, taken.facts.totalPages - asked.length) + remaining;
          if (query === null) totalPages = remaining === 0 ? counts.pages : totalPages;
          tell('asking');
        }
        return null;
      }

      function judged(failure: BackendFailure, request: TelemetryRequest, isFirstPage: boolean): AskEnd | 'splitIt' | 'noLatest' {
        if (failure.kind === 'cancelled') return { kind: 'cancelled' };
        if (request.path === '/v3/telemetry/latest' && (failure.status === 404 || failure.status === 400) && isFirstPage) return 'noLatest';
        const isLong = request.endMs - request.startMs > DAY_MS;
        if (isLong && isFirstPage && span === 'unknown' && (failure.status === 400 || failure.status === 422)) return 'splitIt';
        return { kind: 'failed', failure };
      }

      async function allRequests(): Promise<AskEnd> {
        const noted = await store.readNote(SPAN_NOTE);
        if (noted === 'limited') span = 'limited';
        let requests = planRequests(ask, span);
        split = span === 'limited' && !ask.latest && ask.endMs - ask.startMs > DAY_MS;
        for (let index = 0; index < requests.length; index += 1) {
          const end = await follow(requests[index]!, requests.length - index - 1);
          if (end === null) continue;
          if (end === 'noLatest' && !fellBack) {
            fellBack = true;
            ask = fallbackOfLatest(ask);
            readFromMs = ask.startMs;
          } else if (end === 'splitIt') {
            span = 'limited';
            split = true;
            await store.writeNote(SPAN_NOTE, 'limited');
          } else return end === 'noLatest' ? { kind: 'failed', failure: unreadable() } : end;
          // From the start: what was read already is known and kept once.
          requests = planRequests(ask, span);
          index = -1;
        }
        return { kind: 'done' };
      }

      let end: AskEnd;
      let added: number | null = null;
      try {
        tell('asking');
        end = await allRequests();
      } catch (error) {
        end = signal.aborted ? { kind: 'cancelled' } : storageFailed(error);
      }
      try {
        tell('storing');
        const whole = end.kind === 'done' && ask.by === 'devices' && !ask.latest;
        await ended;
        added = (await store.finish(whole ? { trackingIds: ask.ids, startMs: readFromMs, endMs: ask.endMs } : null)).added;
      } catch (error) {
        if (end.kind !== 'failed') end = storageFailed(error);
      }
      return { ask: given, end, ...counts, added, fellBack, split, atMs: clock.nowMs() };
    },
  };
}

/** The backend has applied a shorter range than was asked for: it spans a day at most. */
function wasCut(request: TelemetryRequest, facts: PageFacts): boolean {
  if (request.path !== '/v3/telemetry' || facts.startMs === null || facts.endMs === null) return false;
  const askedMs = request.endMs - request.startMs;
  return askedMs > DAY_MS && facts.endMs - facts.startMs < askedMs - ROUNDING_MS;
}

function idsOf(query: string): Set<string> {
  return new Set((new URLSearchParams(query).get('trackingId') ?? '').split(','));
}

function unreadable(): BackendFailure {
  return { kind: 'unreadable', status: 200, message: 'The answer is not a page of telemetry', fields: [], retryAfterMs: null };
}

function storageFailed(error: unknown): AskEnd {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; message?: unknown };
  return { kind: 'storageFailed', code: typeof code === 'string' ? code : 'unknown', detail: typeof message === 'string' ? message : String(error) };
}
