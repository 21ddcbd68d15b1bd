/** What a job says of the battery of one of its beacons. */
import { html, type TemplateResult } from 'lit';
import { batteryState, type BatteryChange, type BatteryState, type Task } from '../../../domain/job/job.ts';
import '../../elements/basics.ts';
import type { Tone } from '../../kit/tokens.ts';
import { dateTime } from '../../language/times.ts';
import { jobStrings } from '../../strings/jobs.ts';

const text = jobStrings.task.battery;
const TONES: Readonly<Record<BatteryState, Tone>> = { toChange: 'neutral', noted: 'info', confirmed: 'done' };

export function renderBatteryState(state: BatteryState): TemplateResult {
  return html`<fk-status .tone=${TONES[state]}>${text.states[state]}</fk-status>`;
}

/** Who was last given as changing one of these batteries; '' when nobody was named, null when none was changed. */
export function lastChanger(tasks: readonly Task[]): string | null {
  const noted = tasks.flatMap(({ battery }) => battery ?? []).filter(({ notedAtMs }) => notedAtMs !== undefined);
  const last = noted.toSorted((a, b) => b.notedAtMs! - a.notedAtMs!)[0];
  return last === undefined ? null : (last.by ?? '');
}

/** In one line: to change, or when it was noted, by whom, and when it was confirmed. */
export function batteryWords(battery: BatteryChange): string {
  const { notedAtMs, by = '', confirmedAtMs } = battery;
  if (batteryState(battery) === 'toChange') return text.toChange;
  const noted = text.noted(dateTime(notedAtMs!), by);
  return confirmedAtMs === undefined ? noted : `${noted} · ${text.confirmed(dateTime(confirmedAtMs))}`;
}
