/** Judges a site by facts outside the app: what the beacons hold, what the backend has verified, what is stored. */
import { decodeBase64, encodeBase64 } from '../../src/domain/base64.ts';
import type { RunFailureCode } from '../../src/domain/run.ts';
import { nextStepWords, runFailureWords, runStrings } from '../../src/ui/strings/run.ts';
import { failureText, refusedWords } from '../../src/ui/words/run.ts';
import type { Beacon, PackageMark } from './beacon.ts';
import { holds, openResponse } from './beacon.ts';
import type { SiteBackend } from './backend.ts';
import type { SiteClock } from './clock.ts';
import { keeps, type Disk } from './disk.ts';
import type { Mortal } from './mortal.ts';
import type { RadioListeners } from './radio.ts';
import type { ShownBeacon } from './window.ts';

export type FindingKind =
  /** A receipt is gone that a beacon still held or a page had received. */
  | 'lost'
  /** Its run was closed while the beacon still held it. */
  | 'closedOver'
  | 'falseWord'
  /** Two screens show different states of a beacon at the same time. */
  | 'twoWords'
  | 'deadEnd'
  /** The app did not finish a request. */
  | 'stuck'
  /** Storage or a callback failed while the app was sending. */
  | 'trouble';

export interface Finding {
  readonly kind: FindingKind;
  readonly text: string;
}

/** What was done right before the screens were checked. `pickedRight`: null when no chooser was opened. */
export interface ActFacts {
  readonly pickedRight: boolean | null;
  readonly storedMore: boolean;
}

export interface Judge {
  readonly ears: RadioListeners;
  readonly findings: Finding[];
  /** Receipts that nothing could have saved: read by a window that died at the same moment, or lost in transit. */
  excused: number;
  find(kind: FindingKind, text: string): void;
  died(mortal: Mortal): void;
  /** Call when nothing is in progress: all bytes that reached a page must be stored then. */
  atRest(): void;
  checkScreens(shown: ShownBeacon, uniqueId: string, seen: ActFacts): void;
  /** Another phone has settled this beacon, so that its response and this phone's receipts of it have no value. */
  settledElsewhere(uniqueId: string): void;
  /** The person gives up on this beacon, so that its response and this phone's receipts of it have no value. */
  givenUp(uniqueId: string): void;
}

const failure = (code: RunFailureCode): string => runFailureWords[code].text;
/** The text added to any failure before the write. */
const NOTHING_WRITTEN = failureText('cancelled', false).slice(failure('cancelled').length).trim();

interface InHand {
  readonly mark: PackageMark;
  readonly base64: string;
  readonly by: Mortal;
  readonly step: number;
  readonly atMs: number;
}

export function createJudge(parts: {
  readonly beacons: ReadonlyMap<string, Beacon>;
  readonly backend: SiteBackend;
  readonly disk: Disk;
  readonly clock: SiteClock;
}): Judge {
  const { beacons, backend, disk, clock } = parts;
  const findings: Finding[] = [];
  const claims = new Set<string>();
  const base64Of = (bytes: Uint8Array): string => encodeBase64(bytes);
  let inHand: InHand[] = [];
  const abandoned = new Set<number>();

  function find(kind: FindingKind, text: string): void {
    if (claims.has(`${kind} ${text}`)) return;
    claims.add(`${kind} ${text}`);
    findings.push({ kind, text });
  }
  const serialOfResponse = (base64: string): number =>
    openResponse(decodeBase64(base64) ?? new Uint8Array())?.serial ?? -1;
  const beaconOfResponse = (base64: string): number =>
    openResponse(decodeBase64(base64) ?? new Uint8Array())?.beacon ?? -1;
  const nameOf = ({ serial, beacon }: PackageMark): string => `the receipt of package ${serial} of beacon ${beacon}`;
  const settle = (): void => {
    inHand = inHand.filter(({ base64 }) => !keeps(disk, base64));
  };

  const judge: Judge = {
    findings,
    excused: 0,
    find,
    ears: {
      handedOut(arrives) {
        // The bytes were lost in transit, or the window died while they arrived.
        if (!arrives) judge.excused += 1;
      },
      arrived(answer, by) {
        inHand.push({
          mark: answer.receiptOf!,
          base64: base64Of(answer.bytes),
          by,
          step: by.steps,
          atMs: clock.monotonicMs(),
        });
      },
      overwritten(beacon, mark) {
        const isSettled = backend.entries.get(beacon.uniqueId)!.verified.has(mark.serial);
        if (!isSettled && !abandoned.has(mark.serial))
          find('lost', `${nameOf(mark)} was overwritten by a write of ours before anybody had read it`);
      },
    },
    died(mortal) {
      settle();
      for (const one of inHand.filter(({ by }) => by === mortal)) {
        const stepsBetween = mortal.steps - one.step - 1;
        const tookMs = clock.monotonicMs() - one.atMs;
        if (stepsBetween <= 0 && tookMs === 0) judge.excused += 1;
        else
          find(
            'lost',
            `${nameOf(one.mark)} was in the page for ${tookMs} ms and ${stepsBetween} steps, and the kill found it uncommitted`,
          );
      }
      inHand = inHand.filter(({ by }) => by !== mortal);
    },
    atRest() {
      settle();
      for (const { mark } of inHand) {
        find('lost', `${nameOf(mark)} has reached the page and was not kept`);
      }
      inHand = [];
      for (const beacon of beacons.values()) {
        for (const serial of beacon.took) {
          if (!holds(beacon, serial) || abandoned.has(serial)) continue;
          const runs = [...disk.runs.values()].filter((run) => backend.serialOf(run.packageBase64) === serial);
          if (runs.length === 0 || runs.some(({ outcome }) => outcome === null || outcome.kind === 'receipt')) continue;
          find(
            'closedOver',
            `beacon ${beacon.index} holds its receipt of package ${serial}, and its run is closed as ${runs.map(({ outcome }) => outcome?.kind).join(', ')}`,
          );
        }
      }
    },
    checkScreens(shown, uniqueId, facts) {
      for (const wrong of wrongWords(shown, uniqueId, facts))
        find('falseWord', `of beacon ${beacons.get(uniqueId)!.index}: ${wrong}`);
      if (new Set(Object.values(shown.words)).size > 1)
        find('twoWords', `of beacon ${beacons.get(uniqueId)!.index}: ${JSON.stringify(shown.words)}`);
    },
    settledElsewhere(uniqueId) {
      for (const serial of beacons.get(uniqueId)!.took) abandoned.add(serial);
    },
    givenUp(uniqueId) {
      const beacon = beacons.get(uniqueId)!;
      for (const serial of beacon.took) {
        if (!abandoned.has(serial) && isOpen(beacon, serial))
          find(
            'deadEnd',
            `beacon ${beacon.index} had to be given up while its receipt of package ${serial} was still to be had`,
          );
        abandoned.add(serial);
      }
    },
  };
  backend.onReplaced = (uniqueId, serials) => {
    const beacon = beacons.get(uniqueId)!;
    for (const serial of serials) {
      if (beacon.took.has(serial) && !abandoned.has(serial) && isOpen(beacon, serial)) {
        find(
          'lost',
          `the receipt of package ${serial} of beacon ${beacon.index} was still to be had, and a new configuration has taken its place at the backend`,
        );
      }
    }
  };

  /** True when it is not verified and still in the beacon or stored. When beacon and backend agree, nothing is open. */
  function isOpen(beacon: Beacon, serial: number): boolean {
    const { verified, pending, value } = backend.entries.get(beacon.uniqueId)!;
    if (verified.has(serial) || (pending === null && verified.size > 0 && value === beacon.value)) return false;
    return (
      holds(beacon, serial) ||
      [...disk.receipts.values()].some((row) => serialOfResponse(row.responseBase64) === serial)
    );
  }

  /** Checks each statement of the run screen against the facts. */
  function wrongWords(
    { view, say }: ShownBeacon,
    uniqueId: string,
    { pickedRight, storedMore }: { pickedRight: boolean | null; storedMore: boolean },
  ): string[] {
    const beacon = beacons.get(uniqueId)!;
    const entry = backend.entries.get(uniqueId)!;
    const { text } = say;
    const row = view.package;
    const serial = row?.base64 == null ? -1 : backend.serialOf(row.base64);
    const value = row === null ? null : Number(row.values['minor']);
    const took = beacon.took.has(serial);
    const wrong: string[] = [];
    const includes = (words: string): boolean => text.includes(words);
    const claim = (isFalse: boolean, why: string): void => {
      if (isFalse)
        wrong.push(
          `"${text}" (${view.track.marks
            .filter(({ state }) => state !== 'empty')
            .map((mark) => `${mark.word} ${mark.state}`)
            .join(', ')}): ${why}`,
        );
    };
    const serialsOfOpenRuns = [...disk.runs.values()]
      .filter((run) => run.uniqueId === uniqueId && run.outcome === null)
      .map((run) => backend.serialOf(run.packageBase64));
    const isVerified = value !== null && entry.applied.has(value);
    const isReached = (word: string): boolean =>
      view.track.marks.some((mark) => mark.word === word && mark.state === 'reached');
    const rows = [...disk.receipts.values()].filter((one) => one.uniqueId === uniqueId && one.responseBase64 !== '');

    claim((isReached('verified') || text.startsWith('Verified')) && !isVerified, 'the backend has not verified it');
    claim(
      isReached('sent') && !isReached('verified') && !entry.heardYes,
      'no post for this beacon was ever answered with a yes',
    );
    claim(isReached('receipt') && rows.length === 0, 'no receipt of it is on the disk');
    claim(
      // The track may show an earlier package whose receipt is in transit, or whose run is uncertain.
      isReached('written') &&
        ![...beacons.values()].some((one) => [serial, ...serialsOfOpenRuns].some((each) => one.heard.has(each))) &&
        !rows.some((one) => beaconOfResponse(one.responseBase64) === beacon.index),
      'no beacon ever got this package',
    );
    claim(/^Refused(?! by the backend)/.test(text) && took, 'the beacon has applied this package');
    claim(text === runStrings.receiptParked && isVerified, 'the backend has verified it');
    claim(text === runStrings.receiptReplaced && entry.pending === null, 'nothing is pending at the backend');
    claim(text === runStrings.receiptNotVerified && isVerified, 'the backend has verified it');
    claim(
      view.track.marks.some((mark) => mark.word === 'written' && mark.state === 'refused') && took,
      'the beacon has applied this package',
    );
    claim(
      [failure('beaconIsAhead'), refusedWords(7).reason].some(includes) &&
        pickedRight === true &&
        row?.token != null &&
        beacon.lastToken < row.token,
      'the beacon has taken neither this package nor a newer one',
    );
    claim(includes(failure('receiptLost')) && pickedRight === true && !took, 'the beacon has not applied it');
    claim(
      [failure('receiptLost'), failure('noAnswer')].some(includes) && pickedRight === true && holds(beacon, serial),
      'the beacon still holds the receipt',
    );
    claim(
      [failure('droppedBeforeWrite'), nextStepWords.start, NOTHING_WRITTEN].some(includes) && took,
      'it was written',
    );
    claim(
      (includes(failure('otherBeacon')) || /\bnot this beacon\b/.test(text)) && pickedRight === true,
      'the right one was picked',
    );
    claim(
      /\bnothing is pending\b/.test(text) && disk.devices.get(uniqueId)?.pending != null,
      'the list shows something pending',
    );
    claim(
      [runStrings.unsure, runStrings.deliverStopped, nextStepWords.deliver].some(includes) &&
        pickedRight !== null &&
        !storedMore &&
        rows.length === 0,
      'none was kept',
    );
    return wrong;
  }

  return judge;
}
