/**
 * Carries out one request for telemetry: every page of every query, within the budget, day by day if the backend
 * requires it (interface.md 4.2).
 */
import { handledElsewhere } from '../../domain/unawaited.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import {
  ALL_TIMES,
  DAY_MS,
  firstOfAllTimes,
  idGroups,
  pageSizeOf,
  planRequests,
  windowsOfLatest,
  withPageSize,
  withSmallerPage,
  type SpanRule,
  type TelemetryAsk,
  type TelemetryRequest,
} from '../../domain/telemetry/ask.ts';
import type { AskBound } from '../../domain/telemetry/estimate.ts';
import { trackingKey } from '../../domain/telemetry/fleet.ts';
import { correctedNow, type ClockReading, type Now } from '../../domain/telemetry/now.ts';
import { cappedFloorMs } from '../../domain/wait.ts';
import { sameQuery, type PageFacts } from '../../domain/telemetry/page.ts';
import type { TakenTelemetry, TelemetryParts } from './ports.ts';
import type { AskCounts, AskEnd, AskOutcome, AskProgress } from './offered.ts';

interface AskParts extends Pick<TelemetryParts, 'backend' | 'store' | 'clock'> {
  readonly clockReading: () => ClockReading;
  /** Returns the newest time on the backend's clock in the stored telemetry. */
  readonly newestKnownMs: () => number | null;
}

interface AskRunner {
  run(
    ask: TelemetryAsk,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: AskProgress) => void;
      /** Limit at which the request ends and says so; null or absent: it ends with the last page. */
      readonly bound?: AskBound | null;
    },
  ): Promise<AskOutcome>;
}

export const SPAN_NOTE = 'span';
const SIZE_NOTE = 'pageSize';
/** Key of the note that the backend refuses a range of all times. */
const ALL_TIMES_NOTE = 'allTimes';
/** An applied range that is shorter by less than this is only rounded, ms. */
const ROUNDING_MS = 60_000;
const MOST_PAGES = 20_000;
const RETRY_WAITS_MS = [2000, 8000];
const MOST_REFUSALS = 5;
const MOST_CUT = 100;
/**
 * Limits of the replacement for `/latest`: less than a minute's budget, so that nobody waits, and pages in a row
 * without a new beacon.
 */
const MOST_LATEST_PAGES = 25;
const MOST_IDLE_PAGES = 3;
/** Statuses with which a backend may refuse the page size. */
const SIZE_REFUSALS: ReadonlySet<number> = new Set([400, 413]);

/** Failures that another attempt may resolve. */
const PASSING: ReadonlySet<string> = new Set(['server', 'timeout', 'offline']);

type Fetched = { readonly body: ArrayBuffer; readonly query: string } | Unfetched;
/** `end`: the request ends here. */
type Unfetched = { readonly failure: BackendFailure } | { readonly end: AskEnd };

export function createAskRunner({ backend, store, clock, clockReading, newestKnownMs }: AskParts): AskRunner {
  const now = (): Now => correctedNow(clockReading(), clock.nowMs());
  return {
    async run(given, { signal, onProgress, bound = null }) {
      const ask = given;
      const begunMs = clock.nowMs();
      /** The answer is complete up to now only, even when the range ends in the future. */
      const answeredUntilMs = Math.min(given.endMs, now().ms);
      let requests = 0;
      let seen: AskProgress['heard'] = null;
      let span: SpanRule = 'unknown';
      let counts: AskCounts = { pages: 0, records: 0, skipped: 0, faulty: 0, cut: [], undated: 0 };
      let totalPages: number | null = null;
      let fellBack = false;
      let unheard: number | null = null;
      let stoppedEarly = false;
      let endUnsaid = false;
      let smallerPages: number | null = null;
      let mostOnPage = Number.POSITIVE_INFINITY;
      let addedSoFar = 0;
      let split = false;
      let newestCloudMs = newestKnownMs();
      /** Beacons for which `/latest` returned a record. */
      const named = new Set<string>();
      /** Beacons on a page that does not say when each was heard. */
      const unclear = new Set<string>();
      // The end of the last turn is stored while its page is read.
      let ended: Promise<void> = Promise.resolve();

      const tell = (
        doing: AskProgress['doing'],
        waitUntilMs: number | null = null,
        waitReason: AskProgress['waitReason'] = null,
      ): void =>
        onProgress({
          ask,
          ...counts,
          totalPages,
          heard: seen,
          mostRequests: bound?.requests ?? null,
          doing,
          waitUntilMs,
          waitReason,
        });

      async function waitUntil(atMs: number, reason: AskProgress['waitReason']): Promise<void> {
        for (let nowMs = clock.nowMs(); nowMs < atMs; nowMs = clock.nowMs()) {
          tell('waiting', atMs, reason);
          await clock.sleep(atMs - nowMs, signal);
        }
      }

      /**
       * Takes a turn of the budget; null when the limit is reached. May have to wait for the end of another window's
       * request.
       */
      async function takeTurn(): Promise<string | null> {
        await ended;
        for (;;) {
          const untilMs = bound === null ? Number.POSITIVE_INFINITY : begunMs + bound.ms;
          if (bound !== null && (requests >= bound.requests || clock.nowMs() > untilMs)) return null;
          const given = await store.takeTurn(clock.nowMs());
          if (given.kind === 'taken') {
            requests += 1;
            return given.turn;
          }
          if (given.untilMs > untilMs) return null;
          await waitUntil(given.untilMs, given.reason);
        }
      }

      /** Fetches the first page, with a smaller size if the backend refuses a large one. */
      async function fetchFirst(request: Pick<TelemetryRequest, 'path' | 'query'>): Promise<Fetched> {
        const first = withPageSize(request.query, mostOnPage);
        let refused: Fetched | null = null;
        for (let query: string | null = first; query !== null; query = withSmallerPage(query)) {
          const fetched = await fetchPage({ path: request.path, query });
          if ('body' in fetched) {
            if (refused !== null) {
              mostOnPage = pageSizeOf(query);
              smallerPages = mostOnPage;
              await store.writeNote(SIZE_NOTE, String(mostOnPage));
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
      async function fetchPage(request: Pick<TelemetryRequest, 'path' | 'query'>): Promise<Fetched> {
        let refusals = 0;
        let tries = 0;
        for (;;) {
          const turn = await takeTurn();
          if (turn === null) return { end: { kind: 'bounded' } };
          tell('asking');
          const result = await backend.readTelemetry(request, signal);
          const isRefused = !result.ok && result.failure.kind === 'rateLimit';
          ended = store.endTurn(turn, clock.nowMs(), isRefused ? { retryAfterMs: result.failure.retryAfterMs } : null);
          void handledElsewhere(ended);
          if (result.ok) return { body: result.value, query: request.query };
          const { failure } = result;
          if (isRefused && refusals < MOST_REFUSALS) refusals += 1;
          else if (PASSING.has(failure.kind) && tries < RETRY_WAITS_MS.length) {
            await waitUntil(
              clock.nowMs() + Math.max(RETRY_WAITS_MS[tries]!, cappedFloorMs(failure.retryAfterMs ?? 0)),
              'retry',
            );
            tries += 1;
          } else return { failure };
        }
      }

      /** Fetches all pages of one request. */
      async function follow(
        request: TelemetryRequest,
        remaining: number,
      ): Promise<AskEnd | 'splitIt' | 'noLatest' | null> {
        const asked: string[] = [];
        const mayBeTheSpan = request.endMs - request.startMs > DAY_MS && span === 'unknown';
        for (let query: string | null = request.query; query !== null;) {
          // A refusal may have other reasons: no `/latest`, or a range that is too long.
          const shrinks = asked.length === 0 && request.path === '/v3/telemetry' && !mayBeTheSpan;
          const page = await (shrinks ? fetchFirst : fetchPage)({
            path: request.path,
            query: asked.length === 0 ? withPageSize(query, mostOnPage) : query,
          });
          if ('end' in page) return page.end;
          if ('failure' in page) return judged(page.failure, request, asked.length === 0);
          tell('storing');
          const taken = await store.take(page.body, page.query, now(), signal);
          asked.push(page.query);
          if (taken.kind === 'notAPage') return { kind: 'failed', failure: unreadable() };
          count(taken);
          const met = taken.undated === 0 ? named : unclear;
          for (const id of taken.trackingIds) met.add(trackingKey(id));
          if (span === 'unknown' && wasCut(request, taken.facts)) return 'splitIt';
          endUnsaid ||= taken.endUnsaid;
          const next = taken.nextQuery;
          // In a list that shifts, the next page may be one that was already read.
          query =
            next === null || counts.pages >= MOST_PAGES || asked.some((one) => sameQuery(one, next)) ? null : next;
          totalPages =
            taken.facts.totalPages === null
              ? null
              : counts.pages + Math.max(0, taken.facts.totalPages - asked.length) + remaining;
          if (query === null) totalPages = remaining === 0 ? counts.pages : totalPages;
          tell('asking');
        }
        return null;
      }

      function count(taken: TakenTelemetry & { readonly kind: 'page' }): void {
        counts = {
          pages: counts.pages + 1,
          records: counts.records + taken.records,
          skipped: counts.skipped + taken.skipped.length,
          faulty: counts.faulty + taken.faulty,
          cut: counts.cut.length < MOST_CUT ? [...counts.cut, ...taken.cut].slice(0, MOST_CUT) : counts.cut,
          undated: counts.undated + taken.undated,
        };
        if (taken.newestCloudMs !== null)
          newestCloudMs = Math.max(taken.newestCloudMs, newestCloudMs ?? taken.newestCloudMs);
      }

      /** Stores the pages and the range they cover, so that what is shown as covered is also on the disk. */
      async function keep(
        trackingIds: readonly string[],
        startMs: number | null,
        latest: { readonly fromMs: number | null } | null = null,
      ): Promise<void> {
        // The newest record is current by the backend's clock, or by the phone's if that was checked.
        const latestAtMs = latest === null ? null : clockReading().isChecked ? answeredUntilMs : newestCloudMs;
        const asked =
          trackingIds.length === 0
            ? null
            : { trackingIds, startMs, endMs: answeredUntilMs, latestAtMs, latestFromMs: latest?.fromMs ?? null };
        addedSoFar += (await store.finish(asked)).added;
      }

      /**
       * Replaces `/latest`: requests growing windows, each for the beacons that were not heard yet; limited for a fleet
       * of any size.
       */
      async function heardLast(): Promise<AskEnd> {
        const missing = new Map(ask.by === 'devices' ? ask.ids.map((id) => [trackingKey(id), id]) : []);
        const met = new Set<string>();
        const metLately = new Set<string>();
        let left = MOST_LATEST_PAGES;
        for (const window of windowsOfLatest(ask)) {
          let whole = true;
          for (const group of idGroups(ask.by === 'devices' ? [...missing.values()] : ask.ids)) {
            let query: string | null = null;
            let idle = 0;
            for (;;) {
              const wanted = ask.by === 'devices' ? group.filter((id) => missing.has(trackingKey(id))) : group;
              if (wanted.length === 0) break;
              if (left === 0 || idle === MOST_IDLE_PAGES) {
                whole = false;
                break;
              }
              const fetched =
                query === null
                  ? await fetchFirst(planRequests({ ...window, ids: wanted }, 'free')[0]!)
                  : await fetchPage({ path: '/v3/telemetry', query });
              if ('end' in fetched) {
                unheard = ask.by === 'devices' ? missing.size : null;
                return fetched.end;
              }
              if ('failure' in fetched)
                return fetched.failure.kind === 'cancelled'
                  ? { kind: 'cancelled' }
                  : { kind: 'failed', failure: fetched.failure };
              left -= 1;
              tell('storing');
              const taken = await store.take(fetched.body, fetched.query, now());
              if (taken.kind === 'notAPage') return { kind: 'failed', failure: unreadable() };
              count(taken);
              const fresh = taken.trackingIds.map(trackingKey).filter((id) => !met.has(id));
              for (const id of fresh) met.add(id);
              idle = fresh.length === 0 ? idle + 1 : 0;
              endUnsaid ||= taken.endUnsaid;
              const next = taken.nextQuery;
              const heard = fresh.flatMap((id) => missing.get(id) ?? []);
              // With the newest records first, everybody on this page has their last record here and is not requested
              // again.
              const sure = taken.newestFirst || next === null;
              await keep(
                sure && !taken.endUnsaid ? heard : [],
                next === null ? window.startMs : Math.max(window.startMs, taken.oldestMs ?? window.endMs),
              );
              if (sure) for (const id of fresh) missing.delete(id);
              if (ask.by === 'devices') seen = { count: ask.ids.length - missing.size, of: ask.ids.length };
              tell('asking');
              if (next === null) {
                whole &&= !taken.endUnsaid;
                break;
              }
              query = sure && ask.by === 'devices' && fresh.length > 0 ? null : next;
            }
          }
          // A backend that cannot sort newest first leaves them among the missing, although they were heard.
          for (const id of met) missing.delete(id);
          if (whole && missing.size > 0) await keep([...missing.values()], window.startMs);
          stoppedEarly ||= !whole;
          if (metLately.size === 0) for (const id of met) metLately.add(id);
          if (left === 0 || (ask.by === 'devices' && missing.size === 0)) break;
        }
        unheard = ask.by === 'devices' ? missing.size : null;
        if (ask.by === 'devices') {
          const rest = ask.ids.filter((id) => !metLately.has(trackingKey(id)));
          return lastRecords(rest, left);
        }
        return { kind: 'done' };
      }

      /** Fetches without a range, once. A refusal then means that the range is too long. */
      function fetchAllTimes(ids: readonly string[]): Promise<Fetched> {
        const { path, query } = firstOfAllTimes(ask, ids, ALL_TIMES);
        return fetchPage({ path, query: withPageSize(query, mostOnPage) });
      }

      /**
       * Before a beacon is called silent it is requested once without a range, newest first, because a range misses a
       * beacon whose clock is wrong. If the backend reports that it has limited the range itself, all times are
       * requested. If it refuses that or limits it again, only the limited range is known.
       */
      async function lastRecords(ids: readonly string[], mostPages: number): Promise<AskEnd> {
        let left = mostPages;
        let isRefused = span === 'limited' || (await store.readNote(ALL_TIMES_NOTE)) === 'refused';
        for (const group of idGroups(ids)) {
          let wanted = group;
          let limitedFromMs: number | null = null;
          while (wanted.length > 0 && left > 0) {
            const fetched =
              limitedFromMs === null
                ? await fetchFirst(firstOfAllTimes(ask, wanted, null))
                : await fetchAllTimes(wanted);
            // The ranges were answered; nothing more is known about silent beacons.
            if ('end' in fetched) return fetched.end.kind === 'bounded' ? { kind: 'done' } : fetched.end;
            if ('failure' in fetched) {
              if (fetched.failure.kind === 'cancelled') return { kind: 'cancelled' };
              if (limitedFromMs === null) return { kind: 'done' };
              if (meansTheSpan(fetched.failure)) {
                isRefused = true;
                await store.writeNote(ALL_TIMES_NOTE, 'refused');
              }
              await keep(wanted, limitedFromMs, { fromMs: limitedFromMs });
              break;
            }
            left -= 1;
            tell('storing');
            const taken = await store.take(fetched.body, fetched.query, now());
            if (taken.kind === 'notAPage') return { kind: 'done' };
            count(taken);
            const onPage = new Set(taken.trackingIds.map(trackingKey));
            if (taken.undated > 0) break;
            const isEnd = taken.nextQuery === null && !taken.endUnsaid;
            const found = isEnd || taken.newestFirst ? wanted.filter((id) => onPage.has(trackingKey(id))) : [];
            await keep(found, null, { fromMs: null });
            const absent = wanted.filter((id) => !found.includes(id));
            const limited = limitOf(taken.facts);
            const isSettled = isEnd && (limited === null || limitedFromMs !== null || isRefused);
            if (isSettled) await keep(absent, limited, { fromMs: limited });
            tell('asking');
            if (isSettled || (found.length === 0 && !isEnd)) break;
            if (isEnd) limitedFromMs = limited;
            wanted = absent;
          }
        }
        return { kind: 'done' };
      }

      function judged(
        failure: BackendFailure,
        request: TelemetryRequest,
        isFirstPage: boolean,
      ): AskEnd | 'splitIt' | 'noLatest' {
        if (failure.kind === 'cancelled') return { kind: 'cancelled' };
        if (
          request.path === '/v3/telemetry/latest' &&
          (failure.status === 404 || failure.status === 400) &&
          isFirstPage
        )
          return 'noLatest';
        const isLong = request.endMs - request.startMs > DAY_MS;
        if (isLong && isFirstPage && span === 'unknown' && meansTheSpan(failure)) return 'splitIt';
        return { kind: 'failed', failure };
      }

      async function allRequests(): Promise<AskEnd> {
        const noted = await store.readNote(SPAN_NOTE);
        if (noted === 'limited') span = 'limited';
        const size = Number(await store.readNote(SIZE_NOTE));
        if (Number.isInteger(size) && size > 0) mostOnPage = size;
        let requests = planRequests(ask, span);
        split = span === 'limited' && !ask.latest && ask.endMs - ask.startMs > DAY_MS;
        for (let index = 0; index < requests.length; index += 1) {
          const end = await follow(requests[index]!, requests.length - index - 1);
          if (end === null) continue;
          if (end === 'noLatest') {
            fellBack = true;
            return heardLast();
          }
          if (end === 'splitIt') {
            span = 'limited';
            split = true;
            await store.writeNote(SPAN_NOTE, 'limited');
          } else return end;
          // Start again: pages read before are already stored and are not stored twice.
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
        const whole = end.kind === 'done' && ask.by === 'devices' && !fellBack && !endUnsaid;
        await ended;
        // The last record of each beacon is known for those in the answer; it says nothing about the others.
        const settled = ask.latest ? ask.ids.filter((id) => named.has(trackingKey(id))) : ask.ids;
        await keep(whole ? settled : [], ask.latest ? null : ask.startMs, ask.latest ? { fromMs: null } : null);
        if (whole && ask.latest) {
          const leftOut = ask.ids.filter((id) => !named.has(trackingKey(id)) && !unclear.has(trackingKey(id)));
          end = await lastRecords(leftOut, MOST_LATEST_PAGES);
        }
        added = addedSoFar;
      } catch (error) {
        if (end.kind !== 'failed') end = storageFailed(error);
      }
      return {
        ask,
        end,
        ...counts,
        added,
        fellBack,
        unheard,
        stoppedEarly,
        smallerPages,
        endUnsaid,
        split,
        atMs: clock.nowMs(),
      };
    },
  };
}

/** True when the backend has applied a shorter range than requested, so that one request may span a day at most. */
function wasCut(request: TelemetryRequest, facts: PageFacts): boolean {
  if (request.path !== '/v3/telemetry' || facts.startMs === null || facts.endMs === null) return false;
  const askedMs = request.endMs - request.startMs;
  return askedMs > DAY_MS && facts.endMs - facts.startMs < askedMs - ROUNDING_MS;
}

/** True for statuses with which a backend may refuse the length of a range. */
function meansTheSpan({ status }: BackendFailure): boolean {
  return status === 400 || status === 422;
}

/** Returns the start of the range that a page covers if it is not all times; null when unknown. */
function limitOf({ startMs }: PageFacts): number | null {
  return startMs !== null && startMs > ALL_TIMES.startMs + ROUNDING_MS ? startMs : null;
}

/** False when the refusal names its fields and none of them is about pages. */
function mayMeanSize({ status, fields }: BackendFailure): boolean {
  return (
    SIZE_REFUSALS.has(status) && (fields.length === 0 || fields.some(({ field }) => /size|page|limit/i.test(field)))
  );
}

function unreadable(): BackendFailure {
  return {
    kind: 'unreadable',
    status: 200,
    message: '',
    note: 'otherAnswer',
    fields: [],
    retryAfterMs: null,
  };
}

function storageFailed(error: unknown): AskEnd {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown;
    message?: unknown;
  };
  return {
    kind: 'storageFailed',
    code: typeof code === 'string' ? code : 'unknown',
    detail: typeof message === 'string' ? message : String(error),
  };
}
