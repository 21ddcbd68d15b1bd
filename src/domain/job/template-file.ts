/** The file that carries a template to another account or phone. Its values are checked as if they were typed. */
import * as z from 'zod/mini';
import { findAttribute } from '../attributes/catalogue.ts';
import { checkFileValues } from '../attributes/file-values.ts';
import { withoutSecretEntries } from '../attributes/values.ts';
import { faultsOf, notJson, type FileFault } from '../file-faults.ts';
import { FILE_FORMATS } from '../file-formats.ts';
import { parseFileJson } from '../file-json.ts';
import { isRecord } from '../record.ts';
import { fitsCount, MAX_COUNT } from './patterns.ts';
import { droppedFields, textUpTo, valuesUpTo } from '../schema.ts';
import { MAX_TEMPLATE_NAME, patternsShape, type JobTemplate } from './template.ts';

/**
 * `secret`: it contains a password or similar · `value`: a value cannot be sent; for both, `detail` names the
 * attribute.
 */
export type TemplateProblem = 'notJson' | 'noTemplate' | 'newerVersion' | 'damaged' | 'tooLarge' | 'secret' | 'value';

type TemplateReading =
  /** `dropped`: paths of unknown fields; the file is read without them. */
  | {
      readonly ok: true;
      readonly template: Pick<JobTemplate, 'name' | 'values' | 'patterns'>;
      readonly dropped: readonly string[];
    }
  | {
      readonly ok: false;
      readonly problem: TemplateProblem;
      readonly detail: string;
      readonly faults?: readonly FileFault[];
    };

const FORMAT = FILE_FORMATS.template.name;
const VERSION = 1;
/** All existing attributes take a hundredth of it. */
const MAX_FILE_CHARACTERS = 200_000;

const fileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  name: textUpTo(MAX_FILE_CHARACTERS).check(z.trim(), z.minLength(1), z.maxLength(MAX_TEMPLATE_NAME)),
  values: valuesUpTo(MAX_FILE_CHARACTERS),
  patterns: z.object(patternsShape),
});

export function writeTemplateFile({ name, values, patterns }: JobTemplate): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, name, values: withoutSecretEntries(values), patterns }, null, 2)}\n`;
}

/** Reads any text without throwing. */
export function readTemplateFile(content: string): TemplateReading {
  if (content.length > MAX_FILE_CHARACTERS) return bad('tooLarge');
  let data: unknown;
  try {
    data = parseFileJson(content);
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { ...bad('damaged'), faults: [notJson(content, error)] };
    return bad(content.includes(`"${FORMAT}"`) ? 'damaged' : 'notJson');
  }
  if (!isRecord(data) || data['format'] !== FORMAT) return bad('noTemplate');
  const { version } = data;
  if (typeof version === 'number' && version > VERSION) return bad('newerVersion');
  const parsed = fileSchema.safeParse(data);
  if (!parsed.success) return { ...bad('damaged'), faults: faultsOf(parsed.error.issues, data) };
  const { name, patterns } = parsed.data;
  const values = checkFileValues(parsed.data.values, { allowVirtual: false });
  if (!values.ok) return bad(values.problem, values.name);
  const counted = Object.entries(patterns.countUp).find(
    ([attribute, from]) => findAttribute(attribute)?.shape.type !== 'whole' || !fitsCount(from, 1, MAX_COUNT),
  );
  if (counted !== undefined) return bad('value', counted[0]);
  return { ok: true, template: { name, values: values.values, patterns }, dropped: droppedFields(data, parsed.data) };
}

function bad(problem: TemplateProblem, detail = ''): Extract<TemplateReading, { ok: false }> {
  return { ok: false, problem, detail };
}
