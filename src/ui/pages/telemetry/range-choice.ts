/** Which range of time a person looks at: a preset up to now, or two moments. */
import { presetRange, RANGE_PRESETS, type RangePreset } from '../../../domain/telemetry/ask.ts';

/** `allTimes` and `undated` are of records only: nothing else can be without an end or without a time. */
const CHOICES = [...RANGE_PRESETS, 'own', 'allTimes', 'undated'] as const;
type ChoicePreset = RangePreset | 'own' | 'allTimes' | 'undated';

export interface RangeChoice {
  readonly preset: ChoicePreset;
  /** Of an own range, Unix ms; NaN while nothing is typed. */
  readonly startMs: number;
  readonly endMs: number;
}

export const FIRST_RANGE: RangeChoice = { preset: 'last24Hours', startMs: Number.NaN, endMs: Number.NaN };

export function isRangePreset(text: string | null): text is ChoicePreset {
  return CHOICES.some((one) => one === text);
}

export function isOpenEnded({ preset }: RangeChoice): boolean {
  return preset === 'allTimes' || preset === 'undated';
}

/** The range at a moment: presets end now. Where an end is needed, all times are the longest preset. */
export function rangeOf(
  { preset, startMs, endMs }: RangeChoice,
  nowMs: number,
): { readonly startMs: number; readonly endMs: number } {
  if (preset === 'own') return { startMs, endMs };
  return presetRange(preset === 'allTimes' || preset === 'undated' ? 'last30Days' : preset, nowMs);
}
