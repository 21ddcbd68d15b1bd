/** Possible states of a disk after a power cut: synced data is always there, and unwritten data never is. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawFrom } from '../../src/sandbox/seed.ts';
import { cutPower, readTrace, type Remainder } from './disk-trace.ts';

const PROFILE = '/profile';
let folder: string;
let base: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fieldkit-disk-'));
  base = path.join(folder, 'base');
  mkdirSync(path.join(base, 'data'), { recursive: true });
  writeFileSync(path.join(base, 'data', 'log'), 'old ');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hex = (text: string): string =>
  Buffer.from(text)
    .toString('hex')
    .replaceAll(/../g, String.raw`\x$&`);
const fd = (name: string): string => `7<${hex(`${PROFILE}/data/${name}`)}>`;
const named = (name: string): string => `"${hex(`${PROFILE}/data/${name}`)}"`;
const open = (name: string, flags: string): string => `openat(AT_FDCWD, ${named(name)}, ${flags}, 0600) = 7`;
const write = (name: string, text: string): string =>
  `write(${fd(name)}, "${hex(text)}", ${text.length}) = ${text.length}`;
const sync = (name: string): string => `fdatasync(${fd(name)}) = 0`;

/** Returns the files after a power cut behind all these calls, one image for each of 40 seeds. */
function images(calls: readonly string[], remainder: Remainder): Record<string, string>[] {
  const text = calls.map((call, index) => `10 ${1000 + index}.5 ${call}`).join('\n');
  const trace = readTrace(text, PROFILE, base, ['data']);
  return Array.from({ length: 40 }, (_, seed) => {
    const image = path.join(folder, `image-${remainder}-${seed}`);
    mkdirSync(path.join(image, 'data'), { recursive: true });
    writeFileSync(path.join(image, 'data', 'log'), 'old ');
    cutPower(trace, base, image, trace.operations.length, { draw: drawFrom(String(seed)), remainder });
    return Object.fromEntries(
      readdirSync(path.join(image, 'data')).map((name) => [name, readFileSync(path.join(image, 'data', name), 'utf8')]),
    );
  });
}

describe.each<Remainder>(['ordered', 'any'])('the disk after a power cut (lost writes: %s)', (remainder) => {
  it('contains what was appended before a sync, and may contain later data', () => {
    const logs = images(
      [open('log', 'O_RDWR|O_APPEND'), write('log', 'synced '), sync('log'), write('log', 'late')],
      remainder,
    ).map(({ log }) => log);
    expect(new Set(logs)).toEqual(new Set(['old synced ', 'old synced late']));
  });

  it('contains a renamed file under its new name once that was synced and another sync followed', () => {
    const found = images(
      [
        open('new', 'O_WRONLY|O_CREAT'),
        write('new', 'all'),
        sync('new'),
        `rename(${named('new')}, ${named('current')}) = 0`,
        sync('log'),
      ],
      remainder,
    );
    for (const files of found) expect(files).toEqual({ log: 'old ', current: 'all' });
  });

  it('contains a file that was created again, and nothing of the removed file of the same name', () => {
    const found = images(
      [`unlink(${named('log')}) = 0`, open('log', 'O_RDWR|O_CREAT'), write('log', 'again'), sync('log')],
      remainder,
    );
    for (const files of found) expect(files).toEqual({ log: 'again' });
  });

  it('contains a write that another thread interrupted in the trace, and none that failed', () => {
    const [begin, end] = [`write(${fd('log')}, "${hex('x')}" <unfinished ...>`, '<... write resumed>, 1) = 1'];
    const found = images(
      [open('log', 'O_RDWR|O_APPEND'), begin, end, `write(${fd('log')}, "${hex('y')}", 1) = -1 ENOSPC`, sync('log')],
      remainder,
    );
    for (const files of found) expect(files).toEqual({ log: 'old x' });
  });
});

it('a power cut leaves holes in a file only if any write may be missing', () => {
  const calls = [open('log', 'O_RDWR|O_APPEND'), write('log', 'aa'), write('log', 'bb')];
  const logs = (remainder: Remainder): Set<string> => new Set(images(calls, remainder).map(({ log }) => log!));
  expect(logs('ordered')).toEqual(new Set(['old ', 'old aa', 'old aabb']));
  expect(logs('any')).toContain('old \0\0bb');
});
