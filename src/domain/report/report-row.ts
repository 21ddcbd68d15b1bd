/**
 * One row of an acceptance report: what is known of one beacon of a job, and from where. What is unknown stays empty.
 */
import { HIDDEN_VALUE, withoutSecrets } from '../attributes/values.ts';
import { displayValue } from '../attributes/shown-values.ts';
import { shownValue } from '../bulk/common.ts';
import type { AttributeValues, CachedDevice, Json } from '../device.ts';
import { GONE } from '../delivery/verdict.ts';
import type { BatteryState, Task } from '../job/job.ts';
import type { TaskProgress } from '../job/progress.ts';
import type { UnsavedValues } from '../job/unsaved.ts';
import type { Receipt } from '../receipt.ts';
import type { Run } from '../run.ts';
import type { MARK_WORDS, TrackSummary } from '../track-marks.ts';

/**
 * The summaries of the track and the states beside them. `alreadySo`: the backend shows the values, and this phone
 * wrote nothing. The state of a battery counts where no configuration goes along. A person's mark counts only when
 * nothing better is known.
 */
export type Verdict = TrackSummary | BatteryState | 'alreadySo' | 'skipped' | 'parked' | 'doneElsewhere';

export interface Change {
  readonly name: string;
  /** Null when unset or unknown. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Unix ms of each state; null when it was not reached or the time is unknown. */
type StateTimes = Readonly<Record<(typeof MARK_WORDS)[number], number | null>>;

export interface ReportRow {
  readonly uniqueId: string;
  /** The alias in this phone's device list; '' when there is none. */
  readonly alias: string;
  readonly place: string;
  readonly changes: readonly Change[];
  readonly times: StateTimes;
  /** How often the package was written to the beacon, and how often the receipt was posted. */
  readonly writes: number;
  readonly posts: number;
  readonly verdict: Verdict;
  /**
   * Why a person marked the task as parked, skipped or done elsewhere, or why the backend refused the receipt, and
   * which values it has not saved; '' when there is nothing to say.
   */
  readonly reason: string;
  readonly note: string;
  /** Absent when its battery was not to be changed. */
  readonly battery?: Task['battery'];
  /** The receipt's response, Base64; null without one. */
  readonly responseBase64: string | null;
}

/** `unsaved`: values that the backend has not saved; left out where it has saved all. */
export function reportRow(
  { task, device, track, configuration, battery, package: carried, run, receipt }: TaskProgress,
  unsaved?: UnsavedValues,
): ReportRow {
  const own = receipt === null || receipt.state === 'reserved' ? null : receipt;
  // Nothing was written from here: the values that the backend shows are those before.
  const isUntouched = carried === null && (track.summary === 'nothing' || track.summary === 'prepared');
  const values = withoutSecrets(Object.keys(task.values).length > 0 ? task.values : (own?.values ?? {}));
  const ofBattery = configuration === null ? battery : null;
  const verdict = verdictOf(task, ofBattery ?? (configuration === 'alreadySo' ? configuration : track.summary));
  return {
    uniqueId: task.uniqueId,
    alias: device?.alias ?? '',
    place: task.place,
    changes: changesOf(
      withoutSecrets(carried?.before ?? (isUntouched && device !== null ? shownOf(device, values) : {})),
      values,
    ),
    times: timesOf(carried, run, own),
    writes: run?.writes ?? 0,
    posts: own?.tries ?? 0,
    verdict,
    reason: [isMark(verdict) ? (task.mark?.reason ?? '') : refusalOf(own), unsavedWords(unsaved)]
      .filter((part) => part !== '')
      .join('; '),
    note: task.note,
    battery: task.battery,
    responseBase64: own === null || own.responseBase64 === '' ? null : own.responseBase64,
  };
}

function wasSent({ state, lastAnswer }: Receipt): boolean {
  return ['sent', 'verified', 'notVerified'].includes(state) && lastAnswer?.code !== GONE;
}

function timesOf(carried: TaskProgress['package'], run: Run | null, own: Receipt | null): StateTimes {
  return {
    prepared: carried?.preparedAtMs ?? null,
    onThisPhone: carried?.fetchedAtMs ?? null,
    written: writtenAt(run),
    receipt: own?.createdAtMs ?? null,
    sent: own !== null && wasSent(own) ? (own.lastAnswer?.atMs ?? null) : null,
    verified: own?.state === 'verified' ? own.settledAtMs : null,
  };
}

/**
 * Returns the time of the latest state reached, or of a run that ended without one, Unix ms; null when nothing was
 * done.
 */
export function lastStepMs({ task, package: carried, run, receipt }: TaskProgress): number | null {
  const own = receipt === null || receipt.state === 'reserved' ? null : receipt;
  const { notedAtMs = null, confirmedAtMs = null } = task.battery ?? {};
  const times = [...Object.values(timesOf(carried, run, own)), run?.startedAtMs ?? null, notedAtMs, confirmedAtMs];
  return times.reduce((latest, at) => (at === null || (latest !== null && latest > at) ? latest : at), null);
}

/** What is known of the beacon wins over a person's mark. */
function verdictOf({ mark }: Task, summary: TrackSummary | BatteryState | 'alreadySo'): Verdict {
  return mark !== null && UNTOUCHED.has(summary) ? mark.kind : summary;
}

const UNTOUCHED: ReadonlySet<Verdict> = new Set(['nothing', 'prepared', 'onThisPhone', 'toChange']);

function isMark(verdict: Verdict): boolean {
  return verdict === 'skipped' || verdict === 'parked' || verdict === 'doneElsewhere';
}

function shownOf(device: CachedDevice, values: AttributeValues): AttributeValues {
  return Object.fromEntries(
    Object.keys(values).flatMap((name) => {
      const shown = shownValue(device, name);
      return shown === undefined ? [] : [[name, shown]];
    }),
  );
}

function changesOf(before: AttributeValues, after: AttributeValues): Change[] {
  return Object.keys(after).map((name) => ({
    name,
    before: plainValue(name, before[name]),
    after: plainValue(name, after[name]),
  }));
}

function plainValue(name: string, value: Json | undefined): string | null {
  const shown = displayValue(name, value);
  if (shown.kind === 'hidden') return HIDDEN_VALUE;
  if (shown.kind === 'truth') return String(shown.on);
  if (shown.kind === 'list') return shown.items.join(' ');
  return shown.kind === 'text' ? shown.text : null;
}

/** Returns when the control point reported the end; else the time of the step in the journal. */
function writtenAt(run: Run | null): number | null {
  if (run === null) return null;
  if (run.processedAtSeconds !== null) return run.processedAtSeconds * 1000;
  return run.journal.findLast(({ step }) => step === 'written')?.atMs ?? null;
}

function unsavedWords(unsaved: UnsavedValues | undefined): string {
  return unsaved === undefined ? '' : `not saved: ${unsaved.names.join(', ')} (${unsaved.answer})`;
}

function refusalOf(receipt: Receipt | null): string {
  if (receipt === null || (receipt.state !== 'parked' && receipt.state !== 'refused')) return '';
  if (receipt.result !== null) return `result ${receipt.result}`;
  const { status = 0, message = '' } = receipt.lastAnswer ?? {};
  return [status === 0 ? '' : `HTTP ${status}`, message].filter((part) => part !== '').join(': ');
}
