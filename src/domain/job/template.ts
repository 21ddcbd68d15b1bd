/** A template of a plan: values and patterns under a name, for later jobs. It never holds a secret. */
import * as v from 'valibot';
import { withoutSecrets } from '../attributes/values.ts';
import type { AttributeValues } from '../device.ts';
import { finite } from '../finite.ts';
import { isRecord } from '../record.ts';
import type { Patterns } from './patterns.ts';

/** What a plan is made of. */
export interface TemplatePlan {
  readonly values: AttributeValues;
  readonly patterns: Patterns;
}

export interface JobTemplate extends TemplatePlan {
  readonly id: string;
  readonly name: string;
  readonly savedAtMs: number;
}

/** Letters of a name. */
export const MOST_TEMPLATE_NAME = 100;

const isCounts = (value: unknown): boolean => isRecord(value) && Object.values(value).every(Number.isFinite);

/** What of a template its file holds too. */
export const templatePlan = {
  name: v.string(),
  values: v.custom<AttributeValues>(isRecord, 'not attribute values'),
  patterns: v.looseObject({
    countUp: v.custom<Patterns['countUp']>(isCounts, 'not counts'),
    nameIsId: v.boolean(),
    aliasIsPlace: v.boolean(),
  }),
};
export const templateSchema: v.GenericSchema<unknown, JobTemplate> = v.looseObject({
  ...templatePlan,
  id: v.string(),
  savedAtMs: finite,
});
/** The attributes whose values must not be kept. */
export function secretsIn(values: AttributeValues): string[] {
  const kept = withoutSecrets(values);
  return Object.keys(values).filter((name) => kept[name] !== values[name]);
}
