/** Files of 1 MB made to hold up their reader: the longest time that the page takes for one before a worker reads it. */
import { performance } from 'node:perf_hooks';
import { fileKindOf } from '../../src/domain/file-kind.ts';
import { decodeTable } from '../../src/domain/table/decode-table.ts';
import { readTable } from '../../src/domain/table/read-table.ts';
import { bytesOf, LONG_TEXTS } from '../hostile/long-texts.ts';
import { sized, type Bench, type Figure } from './figure.ts';

const FILE_BYTES = sized(1_000_000, 10_000);
const ATTEMPTS = sized(3, 1);
/** A task from which on a person notices that the page does not answer. */
const GOAL_MS = 50;
/** In the worker, which a person can end. */
const WORKER_GOAL_MS = 5000;

export const bench: Bench = { title: `${LONG_TEXTS.length} hostile files of 1 MB`, run };

function run(): Promise<readonly Figure[]> {
  const files = LONG_TEXTS.map(({ name, of }) => ({ name, bytes: bytesOf(of(FILE_BYTES)) }));
  return Promise.resolve([
    longest('kind of a file, in the page', GOAL_MS, files, fileKindOf),
    longest('whole table, in the worker', WORKER_GOAL_MS, files, (bytes) => {
      const decoded = decodeTable(bytes);
      if (decoded.kind === 'text') readTable(decoded.text);
    }),
  ]);
}

/** The file that takes longest, each at its quickest attempt. */
function longest(
  name: string,
  goal: number,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  read: (bytes: Uint8Array) => unknown,
): Figure {
  const times = files.map((file) => ({
    file: file.name,
    ms: Math.min(
      ...Array.from({ length: ATTEMPTS }, () => {
        const beganMs = performance.now();
        read(file.bytes);
        return performance.now() - beganMs;
      }),
    ),
  }));
  const worst = times.reduce((one, other) => (other.ms > one.ms ? other : one));
  return { name, value: worst.ms, unit: 'ms', goal, detail: worst.file };
}
