/**
 * `npm run campaign:power -- 200`: records the browser's disk operations during a run, makes disks that a power cut may
 * leave, and prints whether a receipt was lost. Needs Linux with strace. Options: --seed TEXT, --idb leveldb|sqlite,
 * --out-dir DIST.
 */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { drawFrom } from '../../src/sandbox/seed.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { readCampaignArguments } from './arguments.ts';
import { startCampaignServer } from './campaign-server.ts';
import { cutPower, readTrace, traceTo } from './disk-trace.ts';
import { STORAGE_FOLDERS, recoverPhone, setUpPhone, writePackages } from './stored-phone.ts';

const { count, seed, backends, outDir, say } = await readCampaignArguments('power');
const RECEIPTS = 4;

const server = await startCampaignServer(outDir);
const draw = drawFrom(seed);
let failed = 0;
try {
  for (const idb of backends) {
    const profile = temporaryFolder('power-phone');
    const phone = await setUpPhone(server, idb, profile, RECEIPTS);
    const base = temporaryFolder('power-base');
    cpSync(profile, base, { recursive: true });
    const trace = path.join(temporaryFolder('power-trace'), 'trace');
    /** By receipt: when the screen reported that it is saved, Unix ms. */
    const savedAtMs = new Map<string, number>();
    await writePackages(phone, profile, phone.carried, {
      prefix: traceTo(trace),
      onReceipt: (uniqueId) => savedAtMs.set(uniqueId, Date.now()),
    });
    const disk = readTrace(readFileSync(trace, 'latin1'), profile, base, [...STORAGE_FOLDERS, 'Default/Local Storage']);
    const { operations } = disk;
    const syncs = operations.filter(({ kind }) => kind === 'sync').length;
    say(`${idb}: ${operations.length} operations on files, ${syncs} of them syncs`);
    const tally = { errors: 0, open: 0, offered: 0, connectedAgain: 0 };
    const lostOf = { ordered: 0, any: 0 };
    const savedOf = { ordered: 0, any: 0 };
    for (let done = 1; done <= Math.ceil(count / backends.length); done += 1) {
      const image = temporaryFolder('power-image');
      cpSync(base, image, { recursive: true });
      const cut = 1 + draw.below(operations.length);
      const { atMs } = operations[cut - 1]!;
      // Most file systems keep appended data in its order. A disk that does not is the harder case.
      const remainder = done % 2 === 0 ? 'any' : 'ordered';
      cutPower(disk, base, image, cut, { draw, remainder });
      const saved = phone.world.handedOut.filter(({ uniqueId }) => (savedAtMs.get(uniqueId) ?? Infinity) <= atMs);
      const { delivered, errors, says, account } = await recoverPhone(phone, image);
      const lost = saved.filter(({ base64 }) => !delivered.has(base64)).length;
      lostOf[remainder] += lost;
      savedOf[remainder] += saved.length;
      tally.errors += errors.length;
      tally[account] += 1;
      say(
        `${String(done).padStart(5)} ${idb} before operation ${cut}, ${remainder}: ${saved.length} saved, ${delivered.size} delivered; ${account}`,
      );
      for (const fault of [...(lost > 0 ? [`LOST ${lost}, it says: ${says.slice(0, 600)}`] : []), ...errors])
        say(`   ! ${fault}`);
      rmSync(image, { recursive: true, force: true, maxRetries: 3 });
    }
    const applied = Object.values(await phone.sandbox.devices()).flatMap(({ effects }) => Object.values(effects));
    const twice = applied.filter((effects) => effects > 1).length;
    failed += lostOf.ordered + tally.errors + twice;
    say(
      `${idb}: ${Math.ceil(count / backends.length)} power cuts, lost of the receipts that were said to be saved: ${lostOf.ordered} of ${savedOf.ordered} where appended data stays in order, ${lostOf.any} of ${savedOf.any} where any write may be missing; ${twice} applied twice, ${tally.errors} errors; the account was open ${tally.open} times, offered ${tally.offered}, connected again ${tally.connectedAgain}`,
    );
  }
} finally {
  await server.close();
}
process.exit(failed === 0 ? 0 : 1);
