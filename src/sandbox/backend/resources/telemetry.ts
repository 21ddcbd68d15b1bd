/** GET /v3/telemetry and /v3/telemetry/latest: stored records in both page shapes (interface.md 2.4, 2.5, 4.2). */
import { latest, search, write } from '../../telemetry/archive.ts';
import { MINUTE_MS } from '../../telemetry/noise.ts';
import { readQuery, type TelemetryQuery } from '../../telemetry/query.ts';
import type { Reception } from '../../telemetry/reception.ts';
import { spellRetryAfter } from '../faults.ts';
import { Refusal, answer, type Call, type Route } from '../route.ts';
import { addressWith } from '../shapes.ts';

export const telemetryRoutes: readonly Route[] = [
  { method: 'GET', api: 'v3', path: '/telemetry', handle: (call) => list(call, search) },
  {
    method: 'GET',
    api: 'v3',
    path: '/telemetry/latest',
    option: 'telemetryLatest',
    handle: (call) => list(call, latest),
  },
];

function list(call: Call, find: (call: Call, query: TelemetryQuery) => readonly Reception[]): Response {
  limit(call);
  const query = readQuery(call);
  const found = find(call, query);
  const start = query.page * query.size;
  const content = found.slice(start, start + query.size).map((reception) => write(call, reception));
  const lastPage = Math.max(0, Math.ceil(found.length / query.size) - 1);
  const hasNext = query.page < lastPage;
  const links = [link(call, query, 'self', query.page)];
  const { telemetryPageFacts } = call.namespace.options;
  if (telemetryPageFacts === 'none') return answer({ links, content });
  if (telemetryPageFacts === 'text') {
    const facts = { size: query.size, number: query.page, hasNext, totalPages: lastPage + 1 };
    const page = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)]));
    return answer({ links, content, page });
  }
  links.push(link(call, query, 'first', 0));
  if (hasNext) links.push(link(call, query, 'next', query.page + 1));
  if (query.shape === 'tracking') {
    const [startTime, endTime] = [query.fromMs, query.toMs].map((ms) => new Date(ms).toISOString());
    return answer({ links, content, page: { startTime, endTime, hasNext, size: query.size } });
  }
  links.push(link(call, query, 'last', lastPage));
  const totalElements = call.namespace.options.totalElements === 'all' ? found.length : content.length;
  return answer({
    links,
    content,
    page: { size: query.size, totalElements, totalPages: lastPage + 1, number: query.page },
  });
}

/** Returns a link with the applied range, so that the clock does not shift later pages. */
function link(
  call: Call,
  query: TelemetryQuery,
  rel: string,
  page: number,
): { readonly rel: string; readonly href: string } {
  const [startTime, endTime] = [query.fromMs, query.toMs].map((ms) => new Date(ms).toISOString());
  return { rel, href: addressWith(call, { startTime: startTime!, endTime: endTime!, page, size: query.size }) };
}

function limit(call: Call): void {
  const { telemetryPerMinute, telemetryRetryAfter, telemetryLimitBody } = call.namespace.options;
  const seconds = telemetryPerMinute === null ? null : call.takeTurn('telemetry', telemetryPerMinute, MINUTE_MS);
  if (seconds === null) return;
  const spelled = spellRetryAfter(telemetryRetryAfter, seconds, call.nowMs);
  const headers: Record<string, string> = spelled === null ? {} : { 'retry-after': spelled };
  throw new Refusal(429, 'RATE', 'Too many requests', null, { headers, bodyless: !telemetryLimitBody });
}
