/**
 * The cost of the schemas: reading 100,000 stored devices and storing 100,000 telemetry records, compared with a bare
 * copy of the fields.
 */
import type { Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { openSourceServer } from '../support/source-server.ts';
import { median, sized, type Bench, type Figure } from './figure.ts';
import type { SchemasWindow, Way } from './schemas-kit.ts';
import { telemetryPage } from './telemetry-pages.ts';

export const bench: Bench = { title: 'Schemas / a bare copy of the fields in the same run', run };

const COUNT = sized(100_000, 4000);
const PAGE_SIZE = 2000;
const ROUNDS = sized(11, 1);
const GOAL = 1.3;
const START_MS = Date.UTC(2026, 2, 1);

interface Timed {
  readonly ms: number;
  readonly count: number;
}

async function run(): Promise<readonly Figure[]> {
  const server = await openSourceServer({
    page: '<!doctype html><title>schemas</title><script type="module" src="/test/bench/schemas-kit.ts"></script>',
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    await page.goto(`${server.origin}/`);
    await page.waitForFunction(() => 'schemasKit' in globalThis);
    await page.evaluate((count) => (globalThis as unknown as SchemasWindow).schemasKit.makeDevices(count), COUNT);
    const pages = Array.from({ length: COUNT / PAGE_SIZE }, (_, at) =>
      JSON.stringify(telemetryPage(at, { size: PAGE_SIZE, pages: COUNT / PAGE_SIZE, startMs: START_MS })),
    );
    return [
      await compared('100,000 saved devices read', (way) => readDevices(page, way)),
      await compared('100,000 telemetry records taken in', (way, round) =>
        takeTelemetry(page, way, `${way}-${round}`, pages),
      ),
    ];
  } finally {
    await browser.kill();
    await server.close();
  }
}

/** Alternates in pairs, so that other load affects both; the median of the pairs is the cost of a schema. */
async function compared(name: string, measure: (way: Way, round: number) => Promise<Timed>): Promise<Figure> {
  const times = { schema: [] as number[], copy: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of round % 2 === 0 ? (['schema', 'copy'] as const) : (['copy', 'schema'] as const)) {
      const { ms, count } = await measure(way, round);
      if (count !== COUNT) throw new Error(`${name}: ${count} of ${COUNT}`);
      times[way].push(ms);
    }
  const ratio = median(times.schema.map((ms, round) => ms / times.copy[round]!));
  return {
    name: `${name}, schema / copy`,
    value: ratio,
    unit: '',
    goal: GOAL,
    detail: `${Math.min(...times.schema).toFixed(0)} ms / ${Math.min(...times.copy).toFixed(0)} ms at best; the median of ${ROUNDS} pairs`,
  };
}

function readDevices(page: Page, way: Way): Promise<Timed> {
  return page.evaluate((argument) => (globalThis as unknown as SchemasWindow).schemasKit.readDevices(argument), way);
}

function takeTelemetry(page: Page, way: Way, name: string, pages: readonly string[]): Promise<Timed> {
  return page.evaluate(
    (argument) =>
      (globalThis as unknown as SchemasWindow).schemasKit.takeTelemetry(argument.way, argument.name, argument.pages),
    { way, name, pages },
  );
}
