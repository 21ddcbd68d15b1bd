/** The chosen time range: a preset up to now, or two times. */
import { presetRange, RANGE_PRESETS } from '../../../domain/telemetry/record-query.ts';

/** `allTimes` and `undated` are for records only; other views need times. */
export const RANGE_CHOICES = [...RANGE_PRESETS, 'own', 'allTimes', 'undated'] as const;
export type ChoicePreset = (typeof RANGE_CHOICES)[number];

export interface RangeChoice {
  readonly preset: ChoicePreset;
  /** For an own range, Unix ms; NaN while empty. */
  readonly startMs: number;
  readonly endMs: number;
}

export const FIRST_RANGE: RangeChoice = { preset: 'last24Hours', startMs: Number.NaN, endMs: Number.NaN };

export function isRangePreset(text: string | null): text is ChoicePreset {
  return RANGE_CHOICES.some((one) => one === text);
}

export function isOpenEnded({ preset }: RangeChoice): boolean {
  return preset === 'allTimes' || preset === 'undated';
}

/** An own range starts with the range shown before. */
export function withPreset(choice: RangeChoice, preset: ChoicePreset, nowMs: number): RangeChoice {
  return preset === 'own' ? { preset, ...rangeOf(choice, nowMs) } : { ...choice, preset };
}

/** The range at a given time: presets end now. Where an end is needed, all times are the longest preset. */
export function rangeOf(
  { preset, startMs, endMs }: RangeChoice,
  nowMs: number,
): { readonly startMs: number; readonly endMs: number } {
  if (preset === 'own') return { startMs, endMs };
  return presetRange(preset === 'allTimes' || preset === 'undated' ? 'last30Days' : preset, nowMs);
}
