/**
 * The events at a site, drawn at random: all kinds of beacons, a person who makes mistakes, links and windows that
 * fail, a backend with faults.
 */
import fc from 'fast-check';
import type { BackendNature, Ending } from './backend.ts';
import type { BeaconNature } from './beacon.ts';
import type { Kill } from './mortal.ts';
import { OPERATIONS, type RadioFault, type RadioFaultKind } from './radio.ts';

export type Act =
  /**
   * At beacon `at` the person does the one thing that the screen offers. A chooser that opens gets row `pick`, which is
   * a wrong one in 15 of 100 cases. `again`: opens a chooser even when a beacon is at hand. `hurry`: continues before
   * late answers can arrive. `beside`: the other window works on that beacon at the same moment.
   */
  | {
      readonly do: 'work';
      readonly at: number;
      readonly pick: number;
      readonly again: boolean;
      readonly faults: readonly RadioFault[];
      readonly kill: Kill | null;
      readonly window: 0 | 1;
      readonly hurry: boolean;
      readonly beside: number | null;
    }
  /** There is a network for a while, and the queue is sent. */
  | { readonly do: 'sync'; readonly endings: readonly Ending[]; readonly kill: Kill | null }
  /** The person wants to see beacon `at` blink, and picks row `pick`. */
  | {
      readonly do: 'blink';
      readonly at: number;
      readonly pick: number;
      readonly faults: readonly RadioFault[];
      readonly kill: Kill | null;
    }
  /** Another value is prepared for this beacon, if the app allows it. */
  | { readonly do: 'prepare'; readonly at: number; readonly endings: readonly Ending[] }
  /** The phone's clock is set. */
  | { readonly do: 'clock'; readonly byMs: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'restart' }
  /** A second window is opened, or the existing one sleeps and gets no notifications until its next use. */
  | { readonly do: 'secondWindow' | 'sleep' }
  /**
   * Another phone of the account was here: with a command, which does not change 81F2, or with a configuration that it
   * has completed, overwriting the beacon's response.
   */
  | { readonly do: 'otherPhone'; readonly at: number; readonly configures: boolean }
  /** The device list is read. */
  | { readonly do: 'readList' };

export interface Story {
  readonly beacons: readonly BeaconNature[];
  readonly backend: BackendNature;
  readonly acts: readonly Act[];
}

export const BEACONS_A_SITE = 3;

const nature: fc.Arbitrary<BeaconNature> = fc.record({
  hasToken: fc.boolean(),
  answerToken: fc.constantFrom('equal', 'plusOne', 'unrelated'),
  idle: fc.constantFrom<(0 | 1)[]>(1, 0),
  strangerCode: fc.constantFrom<(3 | 4)[]>(4, 3),
  processingMs: fc.constantFrom(300, 900, 4000),
});

const backend: fc.Arbitrary<BackendNature> = fc.record({
  repeat: fc.constantFrom<(204 | 200 | 409)[]>(204, 200, 409),
  misfit: fc.constantFrom<(422 | 204)[]>(422, 204),
  listsPending: fc.boolean(),
  rollsBack: fc.boolean(),
});

const KINDS: readonly RadioFaultKind[] = [
  'dropBefore',
  'dropDuring',
  'dropAfter',
  'deaf',
  'mute',
  'late',
  'error',
  'noService',
];
const fault: fc.Arbitrary<RadioFault> = fc.record({
  at: fc.constantFrom(...OPERATIONS),
  kind: fc.constantFrom(...KINDS),
});
const at = fc.integer({ min: 0, max: BEACONS_A_SITE - 1 });
const kill: fc.Arbitrary<Kill> = fc.record({ at: fc.integer({ min: 1, max: 24 }), after: fc.boolean() });
const ENDINGS: readonly Ending[] = [
  'plain',
  'lostBefore',
  'lostAfter',
  '503',
  '503After',
  '401',
  '429',
  '403',
  '202',
  'repeated',
];
const endings = fc.array(fc.constantFrom(...ENDINGS), { maxLength: 3 });

/** 85 of 100 picks are right; the others are one or two rows off. */
const slip = fc.oneof(
  { weight: 85, arbitrary: fc.constant(0) },
  { weight: 15, arbitrary: fc.integer({ min: 1, max: BEACONS_A_SITE - 1 }) },
);

const work: fc.Arbitrary<Act> = fc
  .tuple(
    at,
    slip,
    fc.record({
      again: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      faults: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 3, arbitrary: fc.array(fault, { minLength: 1, maxLength: 2 }) },
      ),
      kill: fc.option(kill, { freq: 4 }),
      window: fc.constantFrom<(0 | 1)[]>(0, 0, 0, 1),
      hurry: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      beside: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: at }),
    }),
  )
  .map(([beacon, off, how]) => ({ do: 'work', at: beacon, pick: (beacon + off) % BEACONS_A_SITE, ...how }));

/** A person who is looking for a beacon picks a wrong one more often. */
const blink: fc.Arbitrary<Act> = fc
  .tuple(
    at,
    at,
    fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(fault, { maxLength: 2 }) }),
    fc.option(kill, { freq: 4 }),
  )
  .map(([beacon, pick, faults, dies]) => ({ do: 'blink', at: beacon, pick, faults, kill: dies }));

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 14, arbitrary: work },
  { weight: 4, arbitrary: blink },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('sync'), endings, kill: fc.option(kill, { freq: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('prepare'),
      at,
      endings: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: endings }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock'),
      byMs: fc.constantFrom(3_600_000, -3_600_000, 90_000_000, -5000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(3000, 120_000) }),
  },
  { weight: 1, arbitrary: fc.constant<Act>({ do: 'restart' }) },
  { weight: 1, arbitrary: fc.constantFrom<Act[]>({ do: 'secondWindow' }, { do: 'sleep' }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('otherPhone'), at, configures: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant<Act>({ do: 'readList' }) },
);

export const story: fc.Arbitrary<Story> = fc.record({
  beacons: fc.tuple(nature, nature, nature),
  backend,
  acts: fc.array(act, { minLength: 3, maxLength: 14 }),
});

/** Describes a story with one line for each act, so that a person can read a counterexample. */
export function tell({ beacons, backend: kind, acts }: Story): string {
  const one = (what: Act): string => {
    switch (what.do) {
      case 'work': {
        const faults = what.faults.map((f) => `${f.kind} at ${f.at}`).join(', ');
        const parts = [
          `work at ${what.at}`,
          what.pick === what.at ? '' : `picks ${what.pick}`,
          what.again ? 'asks for a chooser' : '',
          faults,
          killWords(what.kill),
          what.window === 1 ? 'second window' : '',
          what.beside === null ? '' : `the other window at ${what.beside} in the same moment`,
          what.hurry ? 'hurries on' : '',
        ];
        return parts.filter((part) => part !== '').join('; ');
      }
      case 'blink':
        return [
          `blink ${what.at}`,
          what.pick === what.at ? '' : `picks ${what.pick}`,
          what.faults.map((f) => `${f.kind} at ${f.at}`).join(', '),
          killWords(what.kill),
        ]
          .filter((part) => part !== '')
          .join('; ');
      case 'sync':
        return `sync [${what.endings.join(', ')}] ${killWords(what.kill)}`.trim();
      case 'prepare':
        return `prepare ${what.at} [${what.endings.join(', ')}]`;
      case 'clock':
        return `clock set by ${what.byMs} ms`;
      case 'wait':
        return `wait ${what.ms} ms`;
      case 'otherPhone':
        return `another phone ${what.configures ? 'configures' : 'commands'} ${what.at}`;
      case 'readList':
        return 'the device list is read';
      default:
        return what.do;
    }
  };
  const natures = beacons.map(
    (b, index) =>
      `  beacon ${index}: ${b.hasToken ? '81F3' : 'no 81F3'}, answers with the token ${b.answerToken}, idle ${b.idle}, strangers get ${b.strangerCode}, ${b.processingMs} ms`,
  );
  return [
    ...natures,
    `  backend: repeat ${kind.repeat}, misfit ${kind.misfit}, ${kind.listsPending ? 'lists' : 'does not list'} what is pending${kind.rollsBack ? ', and is rolled back in the end' : ''}`,
    ...acts.map((what, index) => `  ${index + 1}. ${one(what)}`),
  ].join('\n');
}

function killWords(at_: Kill | null): string {
  return at_ === null ? '' : `killed ${at_.after ? 'after' : 'before'} step ${at_.at}`;
}
