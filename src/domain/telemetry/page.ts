/** Reads one page of telemetry from the backend, in both forms of its metadata (interface.md 2.5). */
import * as z from 'zod/mini';
import type { Parsed } from '../schema.ts';
import { pageSizeOf } from './record-query.ts';
import { moment } from './moment.ts';
import { readRecord, type TelemetryRecord } from './record.ts';

const MAX_QUERY = 8000;

const pageLink = z.object({
  /** self, first, next, last or any other name. */
  rel: z.string(),
  /**
   * The text after `?`. Host and path of a link are never followed (product.md "Lists that move"). Null without a
   * query.
   */
  href: z.pipe(z.string(), z.transform(queryOf)),
});

interface PageLink {
  readonly rel: string;
  readonly query: string;
}

// Some backends send numbers and flags as text.
const wholeOrNull = z.catch(
  z.nullable(z.union([z.int().check(z.gte(0)), z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))])),
  null,
);
const momentOrNull = z.catch(z.nullable(moment), null);
const flagText = z.pipe(
  z.enum(['true', 'false']),
  z.transform((word) => word === 'true'),
);
const flagOrNull = z.catch(z.nullable(z.union([z.boolean(), flagText])), null);

/** The metadata of both forms; null where the page has none. Times in Unix ms. */
const pageFacts = z.pipe(
  z.object({
    size: wholeOrNull,
    totalPages: wholeOrNull,
    number: wholeOrNull,
    startTime: momentOrNull,
    endTime: momentOrNull,
    hasNext: flagOrNull,
  }),
  z.transform(({ startTime: startMs, endTime: endMs, ...facts }) => ({ ...facts, startMs, endMs })),
);
export type PageFacts = Parsed<typeof pageFacts>;

const list = z.custom<readonly unknown[]>(Array.isArray);
const envelope = z.object({
  content: list,
  links: z.catch(list, []),
  page: z.catch(pageFacts, () => pageFacts.parse({})),
});

/** A field that was nested too deeply or too long and was cut. */
export interface CutField {
  readonly trackingId: string;
  readonly timeMs: number | null;
  readonly field: string;
}

export type TelemetryPage = NonNullable<ReturnType<typeof readPage>>;

/** Returns null when the body is not a page, because it has no `content` array. A bare array is accepted as one. */
export function readPage(raw: unknown) {
  const read = envelope.safeParse(Array.isArray(raw) ? { content: raw } : raw);
  if (!read.success) return null;
  const { content, links, page: facts } = read.data;
  const records: TelemetryRecord[] = [];
  const cut: CutField[] = [];
  for (const element of content) {
    const found = readRecord(element);
    if (found === null) continue;
    const { trackingId, timeMs } = found.record;
    records.push(found.record);
    for (const field of found.cut ?? []) cut.push({ trackingId, timeMs, field });
  }
  return {
    records,
    cut,
    /** Number of elements of `content` that are not records. */
    skipped: content.length - records.length,
    links: links.flatMap(linkIn),
    facts,
  };
}

/**
 * Returns the query of the next page; null at the end. A `next` link is preferred; without one, the metadata decide.
 * `requestedQuery` is the query of this page.
 */
export function nextQuery({ links, facts, records }: TelemetryPage, requestedQuery: string): string | null {
  const link = links.find(({ rel }) => rel.toLowerCase() === 'next');
  if (link !== undefined) return sameQuery(link.query, requestedQuery) ? null : link.query;
  const here = facts.number ?? pageNumberOf(requestedQuery);
  const more = facts.hasNext ?? (facts.totalPages !== null && here + 1 < facts.totalPages);
  // An empty page that promises more would be followed forever.
  return more && records.length > 0 ? withPage(requestedQuery, here + 1) : null;
}

/**
 * True when a page is full but nothing in it tells whether there is another, so that the end of the list is unknown.
 */
export function isEndUnsaid({ links, facts, records, skipped }: TelemetryPage, requestedQuery: string): boolean {
  // Links other than "self" do tell: a page with first and last would also link to a next one.
  const stated =
    links.some(({ rel }) => rel.toLowerCase() !== 'self') || facts.hasNext !== null || facts.totalPages !== null;
  const size = Math.min(pageSizeOf(requestedQuery), facts.size ?? Number.POSITIVE_INFINITY);
  return !stated && records.length + skipped >= size;
}

/** True for the same parameters with the same values, in any order and spelling. */
export function sameQuery(a: string, b: string): boolean {
  return canonical(a) === canonical(b);
}

function canonical(query: string): string {
  const entries = [...new URLSearchParams(query)].map(([name, value]) => JSON.stringify([name, value]));
  return entries.sort().join();
}

function pageNumberOf(query: string): number {
  const requestedPage = Number(new URLSearchParams(query).get('page') ?? 0);
  return Number.isInteger(requestedPage) && requestedPage >= 0 ? requestedPage : 0;
}

function withPage(query: string, page: number): string {
  const rest = query.split('&').filter((part) => part !== '' && !part.startsWith('page='));
  return [...rest, `page=${page}`].join('&');
}

function linkIn(element: unknown): PageLink[] {
  const read = pageLink.safeParse(element);
  return read.success && read.data.href !== null ? [{ rel: read.data.rel, query: read.data.href }] : [];
}

/** Returns the text between `?` and `#`; null for templates ("{?page}") and oversized addresses. */
function queryOf(href: string): string | null {
  const match = /^[^?#]*\?([^#]*)/.exec(href);
  const query = match?.[1] ?? '';
  return query === '' || query.length > MAX_QUERY || /[{}\s]/.test(query) ? null : query;
}
