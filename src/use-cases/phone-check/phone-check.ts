/**
 * Checks what Bluetooth of this phone does with one beacon: connects, reads and connects again. It writes nothing, and
 * never reads the response, which a beacon returns only once. What came of it is one file, for whoever helps.
 */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Account } from '../../domain/account.ts';
import { FILE_FORMATS } from '../../domain/file-formats.ts';
import { ALL_DEVICES, chooserFilter } from '../../domain/provisioning/chooser-filter.ts';
import type { RadioFailureCode } from '../../domain/provisioning/radio-failure.ts';
import type { BluetoothProfile } from '../../domain/settings.ts';
import { RADIO_LOCK } from '../../names.ts';
import { radioFailureCode, type BluetoothPort, type RadioHandle, type RadioState } from '../run/bluetooth-port.ts';
import { chosenUnlessAborted } from '../run/picked-beacon.ts';
import type { Locks, RunClock } from '../surroundings.ts';

/** In their order. An idle Control Point may never answer, and that ends the link, so it comes after the Token. */
const READS = ['readToken', 'readTokenAgain', 'readControlPoint', 'readControlPointAgain'] as const;

export type CheckStepName = 'choose' | 'connect' | 'discover' | (typeof READS)[number] | 'connectAgain';

export type CharacteristicName = 'request' | 'response' | 'controlPoint' | 'token' | 'other';

/** What a step found. It goes into the file, so nothing of it tells one beacon from another. */
interface StepFindings {
  /** Connect attempts, from 1. */
  attempts?: number;
  /** Time before the first attempt in which an earlier link may still have been closing, ms. Absent if there was none. */
  waitedMs?: number;
  found?: readonly CharacteristicName[];
  /** Length of the value. Null if the beacon has no such characteristic or does not permit the read. */
  bytes?: number | null;
}

export interface CheckStep extends Readonly<StepFindings> {
  readonly step: CheckStepName;
  readonly outcome: 'done' | RadioFailureCode;
  readonly tookMs: number;
  /** Name of the browser's error: "NetworkError". Absent if the browser reported none. */
  readonly error?: string;
}

export interface PhoneCheckState {
  /** Null before the first check, and when a check has ended. */
  readonly now: CheckStepName | null;
  readonly steps: readonly CheckStep[];
  /** Why nothing was done: another window uses Bluetooth, or a run still awaits the response of the picked beacon. */
  readonly obstacle: 'busyElsewhere' | 'awaited' | null;
  /** The file about a check that has ended. Null while there is none. */
  readonly file: { readonly text: string; readonly madeAtMs: number } | null;
}

export type PhoneCheck = ReturnType<typeof createPhoneCheck>;

interface PhoneCheckPorts {
  readonly bluetooth: BluetoothPort;
  readonly locks: Locks;
  readonly clock: RunClock;
  /** Returns the account with its current settings. */
  readonly current: () => Account;
  /** Returns the names of the account's devices, for the chooser. */
  readonly names: () => readonly string[];
  readonly appVersion: string;
  /** As the browser calls itself. */
  readonly browser: string;
}

const NOTHING_DONE: PhoneCheckState = { now: null, steps: [], obstacle: null, file: null };

export function createPhoneCheck(ports: PhoneCheckPorts) {
  const { bluetooth, locks, clock, current } = ports;
  const state = signal(NOTHING_DONE);
  let active: AbortController | null = null;
  /** The last chooser was closed, so perhaps the beacon was missing from its list. */
  let showsAll = false;

  /** Returns false if the step failed. */
  async function take(
    step: CheckStepName,
    { signal: stop }: AbortController,
    work: (findings: StepFindings) => Promise<void>,
  ): Promise<boolean> {
    state.value = { ...state.value, now: step };
    const sinceMs = clock.monotonicMs();
    const findings: StepFindings = {};
    const failure = await work(findings).then(
      () => null,
      (cause: unknown) => ({
        outcome: stop.aborted ? ('aborted' as const) : radioFailureCode(cause),
        ...browserError(cause),
      }),
    );
    const tookMs = Math.round(clock.monotonicMs() - sinceMs);
    const taken: CheckStep = { step, tookMs, ...findings, ...(failure ?? { outcome: 'done' }) };
    state.value = { ...state.value, steps: [...state.value.steps, taken] };
    return failure === null;
  }

  async function carryOut(mine: AbortController, chosen: Promise<RadioHandle>): Promise<void> {
    const release = await locks.tryAcquire(RADIO_LOCK);
    if (release === null) return void (state.value = { ...NOTHING_DONE, obstacle: 'busyElsewhere' });
    try {
      const radio = await bluetooth.availability();
      const isAwaited = await takeSteps(mine, chosen);
      const madeAtMs = clock.nowMs();
      state.value = isAwaited
        ? { ...NOTHING_DONE, obstacle: 'awaited' }
        : { ...state.value, now: null, file: { text: fileOf(radio, madeAtMs), madeAtMs } };
    } finally {
      release();
    }
  }

  /** Returns true if this beacon may not be connected now. */
  async function takeSteps(mine: AbortController, chosen: Promise<RadioHandle>): Promise<boolean> {
    const picked: RadioHandle[] = [];
    const isPicked = await take(
      'choose',
      mine,
      async () => void picked.push(await chosenUnlessAborted(chosen, mine.signal)),
    );
    showsAll = !isPicked && state.value.steps.at(-1)?.outcome === 'chooserCancelled';
    const [handle] = picked;
    if (handle === undefined) return false;
    // Connecting would give up the response that a run still awaits.
    if (handle.readsLate) return true;
    try {
      await exercise(handle, mine);
    } finally {
      handle.disconnect();
    }
    return false;
  }

  async function exercise(handle: RadioHandle, mine: AbortController): Promise<void> {
    const stop = mine.signal;
    const connect = (step: 'connect' | 'connectAgain'): Promise<boolean> =>
      take(step, mine, (findings) => {
        const sinceMs = clock.monotonicMs();
        let waits = false;
        return handle.connect({
          signal: stop,
          onWait: () => void (waits = true),
          onAttempt(attempt) {
            findings.attempts = attempt;
            if (waits && attempt === 1) findings.waitedMs = Math.round(clock.monotonicMs() - sinceMs);
          },
        });
      });
    if (!(await connect('connect'))) return;
    const isDiscovered = await take('discover', mine, async (findings) => {
      try {
        await handle.discover(stop);
      } finally {
        findings.found = namesOf(handle.found, current().settings.profile);
      }
    });
    for (const step of isDiscovered ? READS : []) {
      if (stop.aborted || !handle.connected) break;
      await take(step, mine, async (findings) => {
        const read = step.startsWith('readToken') ? handle.readToken(stop) : handle.readControlPoint(stop);
        findings.bytes = (await read)?.length ?? null;
      });
    }
    handle.disconnect();
    if (!stop.aborted) await connect('connectAgain');
  }

  function fileOf(radio: RadioState, madeAtMs: number): string {
    const file = {
      format: FILE_FORMATS.phoneCheck.name,
      version: 1,
      madeAt: new Date(madeAtMs).toISOString(),
      app: ports.appVersion,
      browser: ports.browser,
      // The practice radio says nothing about a phone.
      practice: current().kind === 'sandbox',
      radio,
      steps: state.value.steps,
    };
    return `${JSON.stringify(file, null, 2)}\n`;
  }

  return {
    state: state as ReadonlySignal<PhoneCheckState>,
    /** Call it first in a click handler, because it opens the chooser before it awaits anything. Rejects only if the locks fail. */
    start(): Promise<void> {
      if (active !== null) return Promise.resolve();
      const filter = showsAll
        ? ALL_DEVICES
        : chooserFilter({ uniqueId: '', values: {}, device: null, accountNames: ports.names(), wide: true });
      const chosen = bluetooth.choose(filter);
      // Nobody awaits it if Bluetooth is in use.
      chosen.catch(() => undefined);
      const mine = new AbortController();
      active = mine;
      state.value = { ...NOTHING_DONE, now: 'choose' };
      return carryOut(mine, chosen).finally(() => {
        active = null;
        state.value = { ...state.value, now: null };
      });
    },
    cancel: (): void => active?.abort(new DOMException('cancelled', 'AbortError')),
  };
}

/** The name of the error below those of the app. Its message may name the beacon, so it is left out. */
function browserError(cause: unknown): Pick<CheckStep, 'error'> {
  let inner = cause;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  return inner instanceof Error && inner.name !== 'BluetoothFailure' ? { error: inner.name } : {};
}

function namesOf(uuids: readonly string[], profile: BluetoothProfile): CharacteristicName[] {
  const names = new Map<string, CharacteristicName>([
    [profile.requestUuid.toLowerCase(), 'request'],
    [profile.responseUuid.toLowerCase(), 'response'],
    [profile.controlPointUuid.toLowerCase(), 'controlPoint'],
    [profile.tokenUuid.toLowerCase(), 'token'],
  ]);
  return uuids.map((uuid) => names.get(uuid) ?? 'other');
}
