/** A template of a plan: values and patterns under a name, for later jobs. It never holds a secret. */
import * as z from 'zod/mini';
import { withoutSecrets } from '../attributes/values.ts';
import type { AttributeValues } from '../device.ts';
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

/** What of a template its file holds too. */
export const templatePlan = {
  name: z.string(),
  values: z.custom<AttributeValues>(isRecord, 'not attribute values'),
  patterns: z.looseObject({
    countUp: z.record(z.string(), z.number()),
    nameIsId: z.boolean(),
    aliasIsPlace: z.boolean(),
  }),
};
export const templateSchema: z.ZodMiniType<JobTemplate> = z.looseObject({
  ...templatePlan,
  id: z.string(),
  savedAtMs: z.number(),
});
/** The attributes whose values must not be kept. */
export function secretsIn(values: AttributeValues): string[] {
  const kept = withoutSecrets(values);
  return Object.keys(values).filter((name) => kept[name] !== values[name]);
}
