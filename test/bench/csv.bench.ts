/** A table of 10,000 rows for a new job: the time until each row has its result, and the longest task meanwhile. */
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { connectAccount, devicesRead, freshSandbox, goTo } from '../support/journey.ts';
import { fillDatabase } from './fill-database.ts';
import { median, sized, type Bench, type Figure } from './figure.ts';

const ROWS = sized(10_000, 100);
const ROUNDS = sized(5, 1);
const GOAL_MS = 2000;
/** Tasks are reported as long from this duration on (Long Tasks API). */
const LONG_MS = 50;

export const bench: Bench = { title: `A table of ${ROWS.toLocaleString('en')} rows for a new job`, run };

async function run({ outDir, say }: Parameters<Bench['run']>[0]): Promise<readonly Figure[]> {
  const server = await startAppServer({ outDir });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
    await connectAccount(page, { origin: server.origin, sandbox: freshSandbox(server) });
    await devicesRead(page);
    await page.evaluate(fillDatabase, ROWS);
    await page.reload();
    await page
      .getByText(`${ROWS.toLocaleString('en')} devices`)
      .first()
      .waitFor();
    const rounds: Read[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await goTo(page, '/jobs/new');
      await page.locator('fk-csv-import').waitFor();
      rounds.push(
        await page
          .locator('fk-csv-import')
          .evaluate(readTable, { rows: ROWS, says: jobStrings.csv.found(ROWS, ROWS, 0) }),
      );
      await goTo(page, '/jobs');
    }
    say(
      `  ${rounds.map(({ ms }) => ms.toFixed(0)).join(', ')} ms; longest tasks ${rounds.map(({ longestMs }) => longestMs.toFixed(0)).join(', ')} ms`,
    );
    return [
      {
        name: 'file chosen to each row’s result',
        value: median(rounds.map(({ ms }) => ms)),
        unit: 'ms',
        goal: GOAL_MS,
      },
      {
        name: 'longest task meanwhile',
        value: median(rounds.map(({ longestMs }) => longestMs)),
        unit: 'ms',
        goal: LONG_MS,
        detail: `0: none of ${LONG_MS} ms or more`,
      },
    ];
  } finally {
    await browser.kill();
    await server.close();
  }
}

interface Read {
  readonly ms: number;
  readonly longestMs: number;
}

/** Runs in the page. */
async function readTable(
  element: Element,
  { rows, says }: { readonly rows: number; readonly says: string },
): Promise<Read> {
  let longestMs = 0;
  const note = (entries: PerformanceEntryList): void => {
    for (const { duration } of entries) longestMs = Math.max(longestMs, duration);
  };
  const tasks = new PerformanceObserver((list) => note(list.getEntries()));
  const lines = Array.from(
    { length: rows },
    (_, at) => `b${at.toString(36).padStart(4, '0')},Room ${at % 400},${at},note ${at}`,
  );
  const transfer = new DataTransfer();
  transfer.items.add(new File([`id,room,minor,note\n${lines.join('\n')}\n`], 'plan.csv'));
  const input = element.shadowRoot!.querySelector<HTMLInputElement>('input[type="file"]')!;
  input.files = transfer.files;
  // Wait until creating the table has ended.
  await new Promise((resolve) => setTimeout(resolve, 100));
  tasks.observe({ type: 'longtask' });
  const beganMs = performance.now();
  input.dispatchEvent(new Event('change'));
  do await new Promise((resolve) => requestAnimationFrame(resolve));
  while (!element.shadowRoot!.querySelector('[role="status"]')?.textContent?.includes(says));
  const ms = performance.now() - beganMs;
  await new Promise((resolve) => setTimeout(resolve, 100));
  note(tasks.takeRecords());
  tasks.disconnect();
  return { ms, longestMs };
}
