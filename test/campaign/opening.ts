/**
 * `npm run campaign:opening`: loads every page in each state of an account, on a processor four times slower, and prints
 * each text that was shown and is gone a second after the page settled, and each page whose layout moved. Ends with 1 if
 * there is any. Options: --only PART of an address, --account key, --width 390, --first N openings, --built (uses the
 * existing `dist`).
 */
import { parseArgs } from 'node:util';
import { startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { buildApp } from '../support/build-app.ts';
import { OPENINGS, OPENING_ACCOUNTS, faultsOfOpening, openAccountPages, recordOpening } from '../support/opening.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    account: { type: 'string' },
    width: { type: 'string' },
    first: { type: 'string' },
    built: { type: 'boolean' },
  },
});
const isWanted = (wanted: string | undefined, value: string | number): boolean =>
  wanted === undefined || wanted.split(',').includes(String(value));
const openings = OPENINGS.filter(
  ({ address, account, width }) =>
    address.includes(values.only ?? '') && isWanted(values.account, account) && isWanted(values.width, width),
).slice(0, Number(values.first ?? OPENINGS.length));
if (values.built !== true) await buildApp();
const server = await startAppServer();
const browser = await launchBrowser();
let faulty = 0;
try {
  // tsx names functions with a helper that the page does not have.
  await browser.context.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  const enterAccount = openAccountPages(browser, server);
  for (const account of OPENING_ACCOUNTS) {
    const ofAccount = openings.filter((opening) => opening.account === account);
    if (ofAccount.length === 0) continue;
    const { page, origin } = await enterAccount(account);
    for (const opening of ofAccount) {
      const faults = await recordOpening(page, origin, opening).then(faultsOfOpening, (error: unknown) => [
        String(error),
      ]);
      if (faults.length === 0) continue;
      faulty += 1;
      process.stdout.write(
        `${opening.address}, ${account}, ${opening.width} px wide\n${faults.map((fault) => `  ${fault}\n`).join('')}`,
      );
    }
  }
} finally {
  await browser.kill();
  await server.close();
}
process.stdout.write(`${faulty} of ${openings.length} openings have a fault\n`);
process.exitCode = faulty === 0 ? 0 : 1;
