/** One page of telemetry as the backend answers it, in both shapes of its metadata (interface.md 2.5). */
import * as z from 'zod/mini';
import type { Parsed } from '../schema.ts';
import { pageSizeOf } from './ask.ts';
import { moment } from './moment.ts';
import { readRecord, type RecordProblem, type TelemetryRecord } from './record.ts';

const MAX_QUERY = 8000;

const pageLink = z.object({
  /** self, first, next, last or whatever else the backend names. */
  rel: z.string(),
  /** What follows the `?`: host and path of a link are never followed (product.md "Lists that move"). Null where nothing does. */
  href: z.pipe(z.string(), z.transform(queryOf)),
});

interface PageLink {
  readonly rel: string;
  readonly query: string;
}

// Some backends spell numbers and flags as text.
const wholeOrNull = z.catch(
  z.nullable(z.union([z.int().check(z.gte(0)), z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))])),
  null,
);
const momentOrNull = z.catch(z.nullable(moment), null);
const flagOrNull = z.catch(
  z.nullable(
    z.union([
      z.boolean(),
      z.pipe(
        z.enum(['true', 'false']),
        z.transform((word) => word === 'true'),
      ),
    ]),
  ),
  null,
);

/** All that either shape may say; null where it does not. Times in Unix ms. */
const pageFacts = z.pipe(
  z.object({
    size: wholeOrNull,
    totalElements: wholeOrNull,
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

/** An element of `content` that is no record, by its place from 0. */
interface SkippedElement {
  readonly at: number;
  readonly problem: RecordProblem;
}

/** A field of a record that was too deep or too long to be kept whole. */
export interface CutField {
  readonly trackingId: string;
  readonly timeMs: number | null;
  readonly field: string;
}

export interface TelemetryPage {
  readonly records: readonly TelemetryRecord[];
  readonly cut: readonly CutField[];
  readonly skipped: readonly SkippedElement[];
  readonly links: readonly PageLink[];
  readonly facts: PageFacts;
}

/** Null where the body is no page at all: it has no `content` array. A bare array is taken for one. */
export function readPage(raw: unknown): TelemetryPage | null {
  const read = envelope.safeParse(Array.isArray(raw) ? { content: raw } : raw);
  if (!read.success) return null;
  const { content, links, page: facts } = read.data;
  const records: TelemetryRecord[] = [];
  const skipped: SkippedElement[] = [];
  const cut: CutField[] = [];
  for (let at = 0; at < content.length; at += 1) {
    const reading = readRecord(content[at]);
    if (reading.ok) {
      const { trackingId, timeMs } = reading.record;
      records.push(reading.record);
      for (const field of reading.cut ?? []) cut.push({ trackingId, timeMs, field });
    } else skipped.push({ at, problem: reading.problem });
  }
  return { records, cut, skipped, links: links.flatMap(linkIn), facts };
}

/**
 * The query of the page after this one, null at the end. A `next` link wins; without one the metadata say whether there
 * is more. `asked` is the query this page was asked with.
 */
export function nextQuery(
  page: Pick<TelemetryPage, 'links' | 'facts'> & { readonly records: { readonly length: number } },
  asked: string,
): string | null {
  const { links, facts } = page;
  const link = links.find(({ rel }) => rel.toLowerCase() === 'next');
  if (link !== undefined) return sameQuery(link.query, asked) ? null : link.query;
  const here = facts.number ?? pageNumberOf(asked);
  const more = facts.hasNext ?? (facts.totalPages !== null && here + 1 < facts.totalPages);
  // An empty page that promises more would be followed for ever.
  return more && page.records.length > 0 ? withPage(asked, here + 1) : null;
}

/** Whether a page is full and nothing in it says if there is another: then nobody knows where the list ends. */
export function isEndUnsaid(
  { links, facts, records, skipped }: Pick<TelemetryPage, 'links' | 'facts' | 'records' | 'skipped'>,
  asked: string,
): boolean {
  // Links beside "self" are a way of saying so: one that names first and last would name next.
  const told =
    links.some(({ rel }) => rel.toLowerCase() !== 'self') || facts.hasNext !== null || facts.totalPages !== null;
  const size = Math.min(pageSizeOf(asked), facts.size ?? Number.POSITIVE_INFINITY);
  return !told && records.length + skipped.length >= size;
}

/** The same parameters with the same values, in whatever order and spelling. */
export function sameQuery(a: string, b: string): boolean {
  return canonical(a) === canonical(b);
}

function canonical(query: string): string {
  const entries = [...new URLSearchParams(query)].map(([name, value]) => JSON.stringify([name, value]));
  return entries.sort().join();
}

function pageNumberOf(query: string): number {
  const given = Number(new URLSearchParams(query).get('page') ?? 0);
  return Number.isInteger(given) && given >= 0 ? given : 0;
}

function withPage(query: string, page: number): string {
  const rest = query.split('&').filter((part) => part !== '' && !part.startsWith('page='));
  return [...rest, `page=${page}`].join('&');
}

function linkIn(element: unknown): PageLink[] {
  const read = pageLink.safeParse(element);
  return read.success && read.data.href !== null ? [{ rel: read.data.rel, query: read.data.href }] : [];
}

/** What stands between `?` and `#`. Templates ("{?page}") and monsters are no links. */
function queryOf(href: string): string | null {
  const match = /^[^?#]*\?([^#]*)/.exec(href);
  const query = match?.[1] ?? '';
  return query === '' || query.length > MAX_QUERY || /[{}\s]/.test(query) ? null : query;
}
