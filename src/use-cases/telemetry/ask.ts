/** Carries one ask to its end: every page of every request, within the budget, day by day where the backend wants it (interface.md 4.2). */
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
  /** The newest time of the backend's own clock in what is kept. */
  readonly newestKnownMs: () => number | null;
}

interface AskRunner {
  run(
    ask: TelemetryAsk,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: AskProgress) => void;
      /** Asking ends there and says so; null or absent: with the last page. */
      readonly bound?: AskBound | null;
    },
  ): Promise<AskOutcome>;
}

export const SPAN_NOTE = 'span';
const SIZE_NOTE = 'pageSize';
/** That a range of all times is too long for the backend. */
const ALL_TIMES_NOTE = 'allTimes';
/** An applied range that is shorter than asked by less than this is only rounded. */
const ROUNDING_MS = 60_000;
const MOST_PAGES = 20_000;
const RETRY_WAITS_MS = [2000, 8000];
const MOST_REFUSALS = 5;
const MOST_CUT = 100;
/** In place of `/latest`: fewer than a minute's budget, so that nobody waits, and pages in a row in which nobody new was heard. */
const MOST_LATEST_PAGES = 25;
const MOST_IDLE_PAGES = 3;
/** With these a backend may mean the size of the page. */
const SIZE_REFUSALS: ReadonlySet<number> = new Set([400, 413]);

/** Failures that another try may mend. */
const PASSING: ReadonlySet<string> = new Set(['server', 'timeout', 'offline']);

type Fetched = { readonly body: ArrayBuffer; readonly query: string } | Unfetched;
/** `end`: asking ends here for good. */
type Unfetched = { readonly failure: BackendFailure } | { readonly end: AskEnd };

export function createAskRunner({ backend, store, clock, clockReading, newestKnownMs }: AskParts): AskRunner {
  const now = (): Now => correctedNow(clockReading(), clock.nowMs());
  return {
    async run(given, { signal, onProgress, bound = null }) {
      const ask = given;
      const begunMs = clock.nowMs();
      /** What is asked of a time that has not come is not answered to its end. */
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
      /** By the call for what was heard last, of whom it had a record. */
      const named = new Set<string>();
      /** And of whom, on a page that does not say when each was heard. */
      const unclear = new Set<string>();
      // The end of the last turn is written while its page is read.
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

      /** Null where the bound is reached. The end of another window's request may be what is waited for. */
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

      /** A first page, smaller where the backend refuses a large one. */
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

      /** One request until it is answered for good. */
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

      /** All pages of one request. */
      async function follow(
        request: TelemetryRequest,
        remaining: number,
      ): Promise<AskEnd | 'splitIt' | 'noLatest' | null> {
        const asked: string[] = [];
        const mayBeTheSpan = request.endMs - request.startMs > DAY_MS && span === 'unknown';
        for (let query: string | null = request.query; query !== null;) {
          // A refusal may have other reasons: `/latest` that is not there, a range that is too long.
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
          // A list that moves may lead back to where one was.
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

      /** What is claimed at once is on the disk and on the screen at once. */
      async function keep(
        trackingIds: readonly string[],
        startMs: number | null,
        latest: { readonly fromMs: number | null } | null = null,
      ): Promise<void> {
        // The backend's own clock vouches for the newest record; the phone's only when it was checked.
        const latestAtMs = latest === null ? null : clockReading().isChecked ? answeredUntilMs : newestCloudMs;
        const asked =
          trackingIds.length === 0
            ? null
            : { trackingIds, startMs, endMs: answeredUntilMs, latestAtMs, latestFromMs: latest?.fromMs ?? null };
        addedSoFar += (await store.finish(asked)).added;
      }

      /** In place of `/latest`: window after window, and of each only those who were not heard; with an end, whatever the fleet. */
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
              // Newest first, whoever is on this page was heard last in it, and is not asked for again.
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
          // A backend that cannot put the newest first leaves them among the missing: heard they were.
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

      /** Once: where it is refused, it is for its range. */
      function fetchAllTimes(ids: readonly string[]): Promise<Fetched> {
        const { path, query } = firstOfAllTimes(ask, ids, ALL_TIMES);
        return fetchPage({ path, query: withPageSize(query, mostOnPage) });
      }

      /**
       * Before a beacon is called silent it is asked for once without a range, newest first: a range leaves out a beacon whose clock is
       * wrong. Where the backend then says that it has limited the range by itself, all times are asked for; where it refuses that or
       * limits it again, what it has limited is all that can be said.
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
            // What was looked for in the ranges was answered: no more is known of silence, and that is all.
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
        const whole = end.kind === 'done' && ask.by === 'devices' && !fellBack && !endUnsaid;
        await ended;
        // What was heard last is the last there is; of those that the answer left out it says nothing.
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

/** The backend has applied a shorter range than was asked for: it spans a day at most. */
function wasCut(request: TelemetryRequest, facts: PageFacts): boolean {
  if (request.path !== '/v3/telemetry' || facts.startMs === null || facts.endMs === null) return false;
  const askedMs = request.endMs - request.startMs;
  return askedMs > DAY_MS && facts.endMs - facts.startMs < askedMs - ROUNDING_MS;
}

/** With these a backend may mean that a range is too long. */
function meansTheSpan({ status }: BackendFailure): boolean {
  return status === 400 || status === 422;
}

/** From when a page was answered, where that is not from all times; null where it does not say. */
function limitOf({ startMs }: PageFacts): number | null {
  return startMs !== null && startMs > ALL_TIMES.startMs + ROUNDING_MS ? startMs : null;
}

/** A refusal that names its fields and none that has to do with pages is about something else. */
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
