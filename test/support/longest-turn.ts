/**
 * Measures how long a page's main thread worked without a pause, in processor time, so that waiting for the processor
 * does not count. Other load still makes the same work take longer, so it is compared with a yardstick.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { OpenBrowser } from './browser.ts';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread, µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Returns the longest task of the page's main threads during `work`, ms. */
async function longestTurnMs(browser: OpenBrowser, page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await browser.pageSession(page);
  const mains = new Set<string>();
  const turns: { readonly thread: string; readonly us: number }[] = [];
  session.on('Tracing.dataCollected', ({ value }: { value: object[] }) => {
    for (const { name, ph, pid, tid, tdur, args } of value as TraceEvent[]) {
      const thread = `${pid} ${tid}`;
      if (ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain') mains.add(thread);
      if (ph === 'X' && name.endsWith('RunTask') && tdur !== undefined) turns.push({ thread, us: tdur });
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'], recordMode: 'recordAsMuchAsPossible' },
  });
  try {
    await work();
  } finally {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
  }
  const own = turns.filter(({ thread }) => mains.has(thread)).map(({ us }) => us / 1000);
  if (own.length === 0) throw new Error('the trace names no task of a main thread');
  return own.reduce((longest, ms) => Math.max(longest, ms), 0);
}

/** Length of a task that a person notices, ms, on a machine that runs `yardstick` in `YARDSTICK_MS`. */
const STALL_MS = 200;
const YARDSTICK_MS = 100;

/** Expects that no task of the page during `work` is one that a person notices. Returns the longest one, ms. */
export async function expectNoStall(browser: OpenBrowser, page: Page, work: () => Promise<unknown>): Promise<number> {
  // Other load on the machine may end or begin during the work.
  const before = await stallMs(browser, page);
  const longest = await longestTurnMs(browser, page, work);
  expect(longest).toBeLessThan(Math.max(before, await stallMs(browser, page)));
  return longest;
}

/**
 * Returns the length of a task that counts as a stall on this machine, ms: 200, or longer when the processor is slower
 * than usual or shared.
 */
async function stallMs(browser: OpenBrowser, page: Page): Promise<number> {
  const took = await longestTurnMs(browser, page, () => page.evaluate(yardstick));
  return STALL_MS * Math.max(1, took / YARDSTICK_MS);
}

/** Runs in the page: the kind of work that long lists cause, with as much new memory as the largest body takes. */
function yardstick(): number {
  const room = new Uint8Array(50_000_000);
  for (let at = 0; at < room.length; at += 4096) room[at] = 1;
  const text = JSON.stringify(Array.from({ length: 40_000 }, (_, at) => ({ id: `d${(at * 7919) % 40_000}`, at })));
  const rows = JSON.parse(text) as { readonly id: string; readonly at: number }[];
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).length;
}
