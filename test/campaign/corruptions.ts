/**
 * `npm run campaign:corruptions -- 200`: damages one file of the app's storage at a time, and prints whether a receipt
 * was lost and what the app reported. Options: --seed TEXT, --idb leveldb|sqlite, --out-dir DIST.
 */
import {
  cpSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  closeSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { drawFrom, type Draw } from '../../src/sandbox/seed.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { startCampaignServer } from './campaign-server.ts';
import { STORAGE_FOLDERS, recoverPhone, setUpPhone, writePackages } from './stored-phone.ts';
import { readCampaignArguments } from './arguments.ts';

const { count, seed, backends, outDir, say } = await readCampaignArguments('corruptions');
/** Number of unsent receipts on the phone. */
const RECEIPTS = 3;
const BLOCK_BYTES = 512;
/** Files of LevelDB without data. */
const NO_DATA: readonly string[] = ['LOCK', 'LOG', 'LOG.old'];

type Damage = (file: string, bytes: number, draw: Draw) => string;

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

const DAMAGES: readonly Damage[] = [
  (file, bytes, draw) => {
    const at = draw.below(bytes);
    const byte = readFileSync(file)[at]!;
    overwrite(file, at, Uint8Array.of(byte ^ (1 << draw.below(8))));
    return `a bit turned at ${at} of ${bytes}`;
  },
  (file, bytes, draw) => {
    const at = draw.below(bytes);
    overwrite(file, at, new Uint8Array(Math.min(BLOCK_BYTES, bytes - at)));
    return `zeros at ${at} of ${bytes}`;
  },
  (file, bytes, draw) => {
    const at = draw.below(bytes);
    overwrite(
      file,
      at,
      Uint8Array.from({ length: Math.min(BLOCK_BYTES, bytes - at) }, () => draw.below(256)),
    );
    return `noise at ${at} of ${bytes}`;
  },
  (file, bytes, draw) => {
    const at = draw.below(bytes);
    truncateSync(file, at);
    return `cut at ${at} of ${bytes}`;
  },
  (file, bytes, draw) => {
    const noise = Uint8Array.from({ length: BLOCK_BYTES }, () => draw.below(256));
    writeFileSync(file, noise, { flag: 'a' });
    return `noise behind its ${bytes} bytes`;
  },
  (file, bytes) => {
    rmSync(file);
    return `removed, ${bytes} bytes`;
  },
];

/** Returns the non-empty files of databases and second copies. They are the same in each copy of a profile. */
function storedFiles(profile: string): string[] {
  return STORAGE_FOLDERS.flatMap((folder) =>
    readdirSync(path.join(profile, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !NO_DATA.includes(entry.name))
      .map((entry) => path.relative(profile, path.join(entry.parentPath, entry.name))),
  )
    .filter((file) => statSync(path.join(profile, file)).size > 0)
    .toSorted();
}

const server = await startCampaignServer(outDir);
const draw = drawFrom(seed);
let failed = 0;
try {
  for (const idb of backends) {
    const profile = temporaryFolder('stored-phone');
    const phone = await setUpPhone(server, idb, profile, RECEIPTS);
    await writePackages(phone, profile, phone.carried);
    const receipts = phone.world.handedOut.map(({ base64 }) => base64);
    const files = storedFiles(profile);
    const tally = { lost: 0, errors: 0, silent: 0, open: 0, offered: 0, connectedAgain: 0 };
    say(`${idb}: ${receipts.length} receipts in ${files.length} files`);
    for (let done = 1; done <= Math.ceil(count / backends.length); done += 1) {
      const copy = temporaryFolder('damaged-phone');
      cpSync(profile, copy, { recursive: true });
      const file = draw.pick(files);
      const damage = draw.pick(DAMAGES)(path.join(copy, file), statSync(path.join(copy, file)).size, draw);
      const { delivered, errors, says, account } = await recoverPhone(phone, copy);
      const lost = receipts.filter((one) => !delivered.has(one)).length;
      tally.lost += lost;
      tally.errors += errors.length;
      tally[account] += 1;
      const faults = [...(lost > 0 ? [`LOST ${lost}, it says: ${says.slice(0, 600)}`] : []), ...errors];
      say(`${String(done).padStart(5)} ${idb} ${file.split('/').slice(2).join('/')}: ${damage}; ${account}`);
      for (const fault of faults) say(`   ! ${fault}`);
      rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
    }
    const applied = Object.values(await phone.sandbox.devices()).flatMap(({ effects }) => Object.values(effects));
    const twice = applied.filter((effects) => effects > 1).length;
    failed += tally.lost + tally.errors + twice;
    say(
      `${idb}: ${Math.ceil(count / backends.length)} files damaged, ${tally.lost} receipts lost, ${twice} applied twice, ${tally.errors} errors; the account was open ${tally.open} times, offered ${tally.offered}, connected again ${tally.connectedAgain}`,
    );
  }
} finally {
  await server.close();
}
process.exit(failed === 0 ? 0 : 1);
