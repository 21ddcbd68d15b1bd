/** What nobody waits for is not loaded before it is asked for: neither by the first screen nor by the list of an account. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { importsToBegin } from './support/architecture.ts';

const root = path.resolve(import.meta.dirname, '..');

/** All that has to be here before these can begin: our files, and packages by name. */
function loadedBy(...entries: string[]): string[] {
  const found = new Set(entries);
  for (const file of found) {
    if (!file.startsWith('src/')) continue;
    for (const from of importsToBegin(file, readFileSync(path.join(root, file), 'utf8'))) {
      if (from.includes('?')) continue;
      found.add(from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : from);
    }
  }
  return [...found];
}

const SHELL = ['src/main.ts'];
const LIST = [...SHELL, 'src/main-session.ts', 'src/ui/shell/account-parts.ts', 'src/ui/pages/devices/devices-page.ts'];

it.each([
  ['the first screen', SHELL, /^src\/(storage|use-cases|backend|bluetooth|sandbox)\/|^(idb|valibot)/],
  [
    'the list: what carries out runs',
    LIST,
    /^src\/(bluetooth\/handle|use-cases\/run\/(runs|provision)|domain\/provisioning\/machine)\.ts/,
  ],
  [
    'the list: what sends and prepares',
    LIST,
    /^src\/use-cases\/(outbox\/(outbox|drainer)|prepare\/prepare)\.ts|^src\/backend\/(http|backend)\.ts/,
  ],
  ['the list: what reads answers of the backend', LIST, /^src\/backend\/(wire|failure|devices|config)\.ts/],
  [
    'the list: what it shows at times, and reads when it is asked',
    LIST,
    /^src\/(ui\/(elements\/(empty|field|progress|notice)\/|shared\/failure|shell\/shell-notices|pages\/devices\/(heard|job-choices))|storage\/stores\/device-writing|use-cases\/devices\/read-list|main-later)/,
  ],
  [
    'the list: what puts the copies of receipts in order',
    LIST,
    /^src\/storage\/(second-copy\/(mending|merge|delete-delivered)|stores\/salvage-receipt|try-room)\.ts/,
  ],
  [
    'the list: what a person does with accounts now and then',
    LIST,
    /^src\/(use-cases\/session\/session-(acts|keys)|domain\/(account|passphrase|default-settings)|storage\/accounts\/(vault-cipher|key-mark)|main-phone)\.ts/,
  ],
  [
    'the list: words and icons of other pages',
    LIST,
    /^src\/ui\/(kit\/icons|strings\/(en\/)?(device-page|list-options|parts|place-purposes|readings))\.ts/,
  ],
  [
    'the list: what other places need',
    LIST,
    /^src\/(use-cases\/(jobs|telemetry|streams|ownership|commands)\/(?!offered|ports)|storage\/(telemetry|stores\/(job|template)-store)|domain\/(packet|attributes\/shown-values))/,
  ],
])('%s comes later', (_what, entries, later) => {
  const loaded = loadedBy(...entries);
  expect(loaded.length).toBeGreaterThan(20);
  expect(loaded.filter((file) => later.test(file))).toEqual([]);
});
