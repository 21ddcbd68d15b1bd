/** A template of a plan: values and patterns under a name, for later jobs. It never contains a secret. */
import * as z from 'zod/mini';
import { withoutSecrets } from '../attributes/values.ts';
import type { AttributeValues } from '../device.ts';
import { attributeValues, rowObject, type Parsed } from '../schema.ts';

/** Maximum number of characters of a name. */
export const MAX_TEMPLATE_NAME = 100;

export const patternsShape = {
  /** The number of the first task, by attribute; each next task gets one more, in the order of the job. */
  countUp: z.record(z.string(), z.number()),
  /** Named after its ID, a beacon is a single entry in the chooser. */
  nameIsId: z.boolean(),
  aliasIsPlace: z.boolean(),
};

/** The stored row of a template. */
export const templateSchema = rowObject({
  id: z.string(),
  name: z.string(),
  savedAtMs: z.number(),
  values: attributeValues,
  patterns: rowObject(patternsShape),
});
export type JobTemplate = Parsed<typeof templateSchema>;
/** The parts of a template that make a plan. */
export type TemplatePlan = Pick<JobTemplate, 'values' | 'patterns'>;

/** Returns the attributes whose values must not be stored. */
export function secretsIn(values: AttributeValues): string[] {
  const safe = withoutSecrets(values);
  return Object.keys(values).filter((name) => safe[name] !== values[name]);
}
