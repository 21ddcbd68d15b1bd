/** Where each script of package.json runs in CI, so that none is broken without anybody knowing. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { ProgramName } from './programs.d.mts';

/** A script that `npm test` starts at its smallest size, to see that it runs to its end. */
export interface Start {
  readonly script: string;
  readonly args: readonly string[];
  /** What it prints when it has run to its end. Figures that depend on the machine are not judged at this size. */
  readonly ends: RegExp;
  /** It cannot run on a machine without this program. */
  readonly needs?: ProgramName;
  /** Only with `--whole`: it takes more than a minute at its smallest size. */
  readonly isLong?: boolean;
}

/** The name of each bench, for `--only`. */
const BENCHES = readdirSync(path.resolve(import.meta.dirname, '../bench'))
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.slice(0, -'.ts'.length));

export const STARTS: readonly Start[] = [
  ...BENCHES.map((name) => ({
    script: 'bench',
    args: ['--smallest', '--only', name],
    ends: /every bench ran to its end/,
  })),
  {
    script: 'campaign:updates',
    args: ['1', '--idb', 'leveldb', '--seed', '1'],
    ends: /1 updates, 0 receipts lost/,
    isLong: true,
  },
  {
    script: 'campaign:corruptions',
    args: ['1', '--idb', 'leveldb'],
    ends: /1 files damaged, 0 receipts lost.* 0 errors/,
  },
  { script: 'campaign:power', args: ['1', '--idb', 'leveldb'], ends: /1 power cuts/, needs: 'strace' },
  {
    script: 'campaign:mutants',
    args: ['1', '--room', 'domain', '--file', 'src/domain/packet.ts'],
    ends: /[01] of 1 caught/,
    isLong: true,
  },
  {
    script: 'campaign:opening',
    args: ['--built', '--account', 'keyNeeded', '--first', '2'],
    ends: /of 2 openings have a fault/,
  },
  {
    script: 'campaign:pages',
    args: ['--built', '--only', '/streams', '--language', 'en', '--percent', '100', '--width', '390'],
    ends: /of [1-9]\d? states have a fault/,
  },
  { script: 'campaign:lives', args: ['3'], ends: /of 1 sites with findings/ },
  {
    script: 'pictures',
    args: ['--built', '--only', '/overview', '--size', '390x844', '--theme', 'light'],
    ends: /[1-9]\d* pictures in/,
  },
  { script: 'walks', args: ['--built', '--one'], ends: /Every goal is met/ },
];

/** Where every other script runs, or why it does not. */
export const STARTED_ELSEWHERE: Readonly<Record<string, string>> = {
  dev: 'ends only when it is stopped; openSourceServer serves the browser benches through the same configuration',
  build: 'the step "build" of npm test',
  start: 'startWholePreview in test/e2e',
  test: '.ci/run',
  check: 'steps of npm test with --changed',
  'test:steady': 'npm test twice: too long for itself',
  words: 'every step of npm test begins with it',
  prepare: 'npm install runs it, and it runs "words" alone',
  typecheck: 'the step "typecheck" of npm test',
  'check-deploy': 'test/e2e/deploy-check.e2e.ts',
  audit: '.ci/run',
  unused: 'the step "unused" of npm test',
  lint: 'the steps "lint", "format", "templates" and "unused" of npm test',
  'test:unit': 'the step "unit" of npm test',
  'test:lives': 'the step "lives" of npm test',
  contract: 'the step "contract" of npm test',
  'test:browser': 'the step "browser" of npm test',
  'campaign:kill': 'the step "kills" of npm test',
  'campaign:hostile': 'the steps "unit" and "browser" of npm test run its tests, with 40 texts',
  'campaign:walk': 'test/e2e/job.e2e.ts walks 6',
  // It needs the commit of an earlier version, which a shallow clone does not have.
  'campaign:versions': 'by hand, before a release; test/e2e/older-version.e2e.ts takes what it has written once',
  // It fetches Lighthouse from the package registry, on which no test of the app depends.
  lighthouse: 'by hand, before a release',
  'test:e2e': 'the step "e2e" of npm test',
  'test:bluez': 'the step "bluez" of npm test',
};
