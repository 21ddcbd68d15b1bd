/**
 * Carries out one request for telemetry: every page of every query, day by day if the backend requires it
 * (interface.md 4.2).
 */
import type { BackendFailure } from '../../domain/backend-failure.ts';
import {
  ALL_TIMES,
  DAY_MS,
  firstOfAllTimes,
  idGroups,
  planRequests,
  windowsOfLatest,
  type SpanRule,
  type RecordQuery,
  type TelemetryRequest,
} from '../../domain/telemetry/record-query.ts';
import type { QueryBound } from '../../domain/telemetry/estimate.ts';
import { trackingKey } from '../../domain/telemetry/fleet.ts';
import { correctedNow, type ClockReading, type Now } from '../../domain/telemetry/now.ts';
import { sameQuery, type PageFacts } from '../../domain/telemetry/page.ts';
import type { PageSummary } from '../../domain/telemetry/page-summary.ts';
import { QueryPages, type Fetched } from './query-pages.ts';
import type { TelemetryParts } from './ports.ts';
import type { QueryCounts, QueryEnd, QueryOutcome, QueryProgress } from './telemetry.ts';

interface QueryRunParts extends Pick<TelemetryParts, 'backend' | 'store' | 'clock' | 'pace'> {
  readonly clockReading: () => ClockReading;
  /** Returns the newest time on the backend's clock in the stored telemetry. */
  readonly newestStoredMs: () => number | null;
}

interface QueryOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: QueryProgress) => void;
  /** Limit at which the request ends and says so; null or absent: it ends with the last page. */
  readonly bound?: QueryBound | null;
}

export const SPAN_NOTE = 'span';
/** Key of the note that the backend refuses a range of all times. */
const ALL_TIMES_NOTE = 'allTimes';
/** An applied range that is shorter by less than this is only rounded, ms. */
const ROUNDING_MS = 60_000;
const MAX_PAGES = 20_000;
/** The answer is not a page of telemetry. */
const UNREADABLE: QueryEnd = {
  kind: 'failed',
  failure: { kind: 'unreadable', status: 200, message: '', note: 'otherAnswer', fields: [], retryAfterMs: null },
};
const MAX_CUT = 100;
/**
 * Limits of the replacement for `/latest`: less than a minute's budget, so that nobody waits, and pages in a row
 * without a new beacon.
 */
const MAX_LATEST_PAGES = 25;
const MAX_IDLE_PAGES = 3;

/** One query that is being fetched, with its counts so far. */
export class QueryRun {
  readonly #parts: QueryRunParts;
  readonly #query: RecordQuery;
  readonly #options: QueryOptions;
  readonly #pages: QueryPages;
  /** The answer is complete up to now only, even when the range ends in the future. */
  readonly #answeredUntilMs: number;
  /** Beacons for which `/latest` returned a record. */
  readonly #named = new Set<string>();
  /** Beacons on a page that does not say when each was heard. */
  readonly #unclear = new Set<string>();
  #span: SpanRule = 'unknown';
  #counts: QueryCounts = { pages: 0, records: 0, skipped: 0, faulty: 0, cut: [], undated: 0 };
  #totalPages: number | null = null;
  #fellBack = false;
  /** How many of the beacons are not heard yet, while the replacement for `/latest` looks for them. */
  #unheard: number | null = null;
  #stoppedEarly = false;
  #endUnsaid = false;
  #addedSoFar = 0;
  #split = false;
  #newestCloudMs: number | null;

  constructor(parts: QueryRunParts, query: RecordQuery, options: QueryOptions) {
    this.#parts = parts;
    this.#query = query;
    this.#options = options;
    const { signal, bound = null } = options;
    this.#pages = new QueryPages({
      ...parts,
      signal,
      bound,
      report: (...parameters) => this.#report(...parameters),
    });
    this.#answeredUntilMs = Math.min(query.endMs, this.#now().ms);
    this.#newestCloudMs = parts.newestStoredMs();
  }

  async run(): Promise<QueryOutcome> {
    const { by, ids, startMs, latest } = this.#query;
    let end: QueryEnd;
    let added: number | null = null;
    try {
      this.#report('asking');
      end = await this.#allRequests();
    } catch (error) {
      end = this.#options.signal.aborted ? { kind: 'cancelled' } : storageFailed(error);
    }
    try {
      this.#report('storing');
      const whole = end.kind === 'done' && by === 'devices' && !this.#fellBack && !this.#endUnsaid;
      await this.#pages.ended;
      // The last record of each beacon is known for those in the answer; it says nothing about the others.
      const settled = latest ? ids.filter((id) => this.#named.has(trackingKey(id))) : ids;
      await this.#store(whole ? settled : [], latest ? null : startMs, latest ? { fromMs: null } : null);
      if (whole && latest) {
        const leftOut = ids.filter((id) => !this.#named.has(trackingKey(id)) && !this.#unclear.has(trackingKey(id)));
        end = await this.#lastRecords(leftOut, MAX_LATEST_PAGES);
      }
      added = this.#addedSoFar;
    } catch (error) {
      if (end.kind !== 'failed') end = storageFailed(error);
    }
    return {
      query: this.#query,
      end,
      ...this.#counts,
      added,
      fellBack: this.#fellBack,
      unheard: this.#unheard,
      stoppedEarly: this.#stoppedEarly,
      smallerPages: this.#pages.smallerPages,
      endUnsaid: this.#endUnsaid,
      split: this.#split,
      atMs: this.#parts.clock.nowMs(),
    };
  }

  #now(): Now {
    return correctedNow(this.#parts.clockReading(), this.#parts.clock.nowMs());
  }

  #report(
    doing: QueryProgress['doing'],
    waitUntilMs: number | null = null,
    waitReason: QueryProgress['waitReason'] = null,
  ): void {
    const { ids } = this.#query;
    this.#options.onProgress({
      query: this.#query,
      ...this.#counts,
      totalPages: this.#totalPages,
      heard: this.#unheard === null ? null : { count: ids.length - this.#unheard, of: ids.length },
      mostRequests: this.#options.bound?.requests ?? null,
      doing,
      waitUntilMs,
      waitReason,
    });
  }

  async #allRequests(): Promise<QueryEnd> {
    const noted = await this.#parts.store.readNote(SPAN_NOTE);
    if (noted === 'limited') this.#span = 'limited';
    await this.#pages.open();
    let requests = planRequests(this.#query, this.#span);
    this.#split = this.#span === 'limited' && !this.#query.latest && this.#query.endMs - this.#query.startMs > DAY_MS;
    for (let index = 0; index < requests.length; index += 1) {
      const end = await this.#follow(requests[index]!, requests.length - index - 1);
      if (end === null) continue;
      if (end === 'noLatest') {
        this.#fellBack = true;
        return this.#requestLast();
      }
      if (end === 'splitIt') {
        this.#span = 'limited';
        this.#split = true;
        await this.#parts.store.writeNote(SPAN_NOTE, 'limited');
      } else return end;
      // Start again: pages read before are already stored and are not stored twice.
      requests = planRequests(this.#query, this.#span);
      index = -1;
    }
    return { kind: 'done' };
  }

  /** Fetches all pages of one request. */
  async #follow(request: TelemetryRequest, remaining: number): Promise<QueryEnd | 'splitIt' | 'noLatest' | null> {
    const queried: string[] = [];
    const mayBeTheSpan = request.endMs - request.startMs > DAY_MS && this.#span === 'unknown';
    for (let query: string | null = request.query; query !== null;) {
      // A refusal may have other reasons: no `/latest`, or a range that is too long.
      const shrinks = queried.length === 0 && request.path === '/v3/telemetry' && !mayBeTheSpan;
      const page: Fetched = shrinks
        ? await this.#pages.fetchFirst({ path: request.path, query })
        : await this.#pages.fetch({
            path: request.path,
            query: queried.length === 0 ? this.#pages.sized(query) : query,
          });
      if ('end' in page) return page.end;
      if ('failure' in page) return this.#judged(page.failure, request, queried.length === 0);
      const taken = await this.#take(page);
      queried.push(page.query);
      if (taken === null) return UNREADABLE;
      const met = taken.undated === 0 ? this.#named : this.#unclear;
      for (const id of taken.trackingIds) met.add(trackingKey(id));
      if (this.#span === 'unknown' && wasCut(request, taken.facts)) return 'splitIt';
      this.#endUnsaid ||= taken.endUnsaid;
      const next = taken.nextQuery;
      // In a list that shifts, the next page may be one that was already read.
      query =
        next === null || this.#counts.pages >= MAX_PAGES || queried.some((one) => sameQuery(one, next)) ? null : next;
      this.#totalPages =
        taken.facts.totalPages === null
          ? null
          : this.#counts.pages + Math.max(0, taken.facts.totalPages - queried.length) + remaining;
      if (query === null && remaining === 0) this.#totalPages = this.#counts.pages;
    }
    return null;
  }

  #judged(failure: BackendFailure, request: TelemetryRequest, isFirstPage: boolean): QueryEnd | 'splitIt' | 'noLatest' {
    if (request.path === '/v3/telemetry/latest' && (failure.status === 404 || failure.status === 400) && isFirstPage)
      return 'noLatest';
    const isLong = request.endMs - request.startMs > DAY_MS;
    if (isLong && isFirstPage && this.#span === 'unknown' && meansTheSpan(failure)) return 'splitIt';
    return { kind: 'failed', failure };
  }

  /** Stores a page and counts what is on it; null when it is not a page. */
  async #take({ body, query }: { body: ArrayBuffer; query: string }): Promise<PageSummary | null> {
    this.#report('storing');
    const taken = await this.#parts.store.take(body, query, this.#now(), this.#options.signal);
    if (taken === null) return null;
    this.#counts = {
      pages: this.#counts.pages + 1,
      records: this.#counts.records + taken.records,
      skipped: this.#counts.skipped + taken.skipped,
      faulty: this.#counts.faulty + taken.faulty,
      cut: [...this.#counts.cut, ...taken.cut].slice(0, MAX_CUT),
      undated: this.#counts.undated + taken.undated,
    };
    if (taken.newestCloudMs !== null)
      this.#newestCloudMs = Math.max(taken.newestCloudMs, this.#newestCloudMs ?? taken.newestCloudMs);
    return taken;
  }

  /** Stores the pages and the range they cover, so that what is shown as covered is also on the disk. */
  async #store(
    trackingIds: readonly string[],
    startMs: number | null,
    latest: { readonly fromMs: number | null } | null = null,
  ): Promise<void> {
    // The newest record is current by the backend's clock, or by the phone's if that was checked.
    const latestAtMs =
      latest === null ? null : this.#parts.clockReading().isChecked ? this.#answeredUntilMs : this.#newestCloudMs;
    const queried =
      trackingIds.length === 0
        ? null
        : { trackingIds, startMs, endMs: this.#answeredUntilMs, latestAtMs, latestFromMs: latest?.fromMs ?? null };
    this.#addedSoFar += (await this.#parts.store.finish(queried)).added;
  }

  /**
   * Replaces `/latest`: requests growing windows, each for the beacons that were not heard yet; limited for a fleet
   * of any size.
   */
  async #requestLast(): Promise<QueryEnd> {
    const isByBeacon = this.#query.by === 'devices';
    const missing = new Map(isByBeacon ? this.#query.ids.map((id) => [trackingKey(id), id]) : []);
    if (isByBeacon) this.#unheard = missing.size;
    const met = new Set<string>();
    const metLately = new Set<string>();
    let left = MAX_LATEST_PAGES;
    for (const window of windowsOfLatest(this.#query)) {
      let whole = true;
      for (const group of idGroups(isByBeacon ? [...missing.values()] : this.#query.ids)) {
        let query: string | null = null;
        let idle = 0;
        for (;;) {
          const wanted = isByBeacon ? group.filter((id) => missing.has(trackingKey(id))) : group;
          if (wanted.length === 0) break;
          if (left === 0 || idle === MAX_IDLE_PAGES) {
            whole = false;
            break;
          }
          const fetched =
            query === null
              ? await this.#pages.fetchFirst(planRequests({ ...window, ids: wanted }, 'free')[0]!)
              : await this.#pages.fetch({ path: '/v3/telemetry', query });
          if ('end' in fetched) return fetched.end;
          if ('failure' in fetched) return { kind: 'failed', failure: fetched.failure };
          left -= 1;
          const taken = await this.#take(fetched);
          if (taken === null) return UNREADABLE;
          const fresh = taken.trackingIds.map(trackingKey).filter((id) => !met.has(id));
          for (const id of fresh) met.add(id);
          idle = fresh.length === 0 ? idle + 1 : 0;
          this.#endUnsaid ||= taken.endUnsaid;
          const next = taken.nextQuery;
          const received = fresh.flatMap((id) => missing.get(id) ?? []);
          // With the newest records first, everybody on this page has their last record here and is not requested
          // again.
          const sure = taken.newestFirst || next === null;
          await this.#store(
            sure && !taken.endUnsaid ? received : [],
            next === null ? window.startMs : Math.max(window.startMs, taken.oldestMs ?? window.endMs),
          );
          if (sure) for (const id of fresh) missing.delete(id);
          if (isByBeacon) this.#unheard = missing.size;
          if (next === null) {
            whole &&= !taken.endUnsaid;
            break;
          }
          query = sure && isByBeacon && fresh.length > 0 ? null : next;
        }
      }
      // A backend that cannot sort newest first leaves them among the missing, although they were heard.
      for (const id of met) missing.delete(id);
      if (whole && missing.size > 0) await this.#store([...missing.values()], window.startMs);
      this.#stoppedEarly ||= !whole;
      if (metLately.size === 0) for (const id of met) metLately.add(id);
      if (left === 0 || (isByBeacon && missing.size === 0)) break;
    }
    if (!isByBeacon) return { kind: 'done' };
    this.#unheard = missing.size;
    return this.#lastRecords(
      this.#query.ids.filter((id) => !metLately.has(trackingKey(id))),
      left,
    );
  }

  /** Fetches without a range, once. A refusal then means that the range is too long. */
  #fetchAllTimes(ids: readonly string[]): Promise<Fetched> {
    const { path, query } = firstOfAllTimes(this.#query, ids, ALL_TIMES);
    return this.#pages.fetch({ path, query: this.#pages.sized(query) });
  }

  /**
   * Before a beacon is called silent it is requested once without a range, newest first, because a range misses a
   * beacon whose clock is wrong. If the backend reports that it has limited the range itself, all times are
   * requested. If it refuses that or limits it again, only the limited range is known.
   */
  async #lastRecords(ids: readonly string[], mostPages: number): Promise<QueryEnd> {
    let left = mostPages;
    let isRefused = this.#span === 'limited' || (await this.#parts.store.readNote(ALL_TIMES_NOTE)) === 'refused';
    for (const group of idGroups(ids)) {
      let wanted = group;
      let limitedFromMs: number | null = null;
      while (wanted.length > 0 && left > 0) {
        const fetched =
          limitedFromMs === null
            ? await this.#pages.fetchFirst(firstOfAllTimes(this.#query, wanted, null))
            : await this.#fetchAllTimes(wanted);
        // The ranges were answered; nothing more is known about silent beacons.
        if ('end' in fetched) return fetched.end.kind === 'bounded' ? { kind: 'done' } : fetched.end;
        if ('failure' in fetched) {
          if (limitedFromMs === null) return { kind: 'done' };
          if (meansTheSpan(fetched.failure)) {
            isRefused = true;
            await this.#parts.store.writeNote(ALL_TIMES_NOTE, 'refused');
          }
          await this.#store(wanted, limitedFromMs, { fromMs: limitedFromMs });
          break;
        }
        left -= 1;
        const taken = await this.#take(fetched);
        if (taken === null) return { kind: 'done' };
        const onPage = new Set(taken.trackingIds.map(trackingKey));
        if (taken.undated > 0) break;
        const isEnd = taken.nextQuery === null && !taken.endUnsaid;
        const found = isEnd || taken.newestFirst ? wanted.filter((id) => onPage.has(trackingKey(id))) : [];
        await this.#store(found, null, { fromMs: null });
        const absent = wanted.filter((id) => !found.includes(id));
        const limited = limitOf(taken.facts);
        const isSettled = isEnd && (limited === null || limitedFromMs !== null || isRefused);
        if (isSettled) await this.#store(absent, limited, { fromMs: limited });
        if (isSettled || (found.length === 0 && !isEnd)) break;
        if (isEnd) limitedFromMs = limited;
        wanted = absent;
      }
    }
    return { kind: 'done' };
  }
}

/** True when the backend has applied a shorter range than requested, so that one request may span a day at most. */
function wasCut(request: TelemetryRequest, facts: PageFacts): boolean {
  if (request.path !== '/v3/telemetry' || facts.startMs === null || facts.endMs === null) return false;
  const requestedMs = request.endMs - request.startMs;
  return requestedMs > DAY_MS && facts.endMs - facts.startMs < requestedMs - ROUNDING_MS;
}

/** True for statuses with which a backend may refuse the length of a range. */
function meansTheSpan({ status }: BackendFailure): boolean {
  return status === 400 || status === 422;
}

/** Returns the start of the range that a page covers if it is not all times; null when unknown. */
function limitOf({ startMs }: PageFacts): number | null {
  return startMs !== null && startMs > ALL_TIMES.startMs + ROUNDING_MS ? startMs : null;
}

function storageFailed(error: unknown): QueryEnd {
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
