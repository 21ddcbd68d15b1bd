/** The faults of a file: which field, and why. The texts are in ui/strings/file-faults.ts. */
import type * as z from 'zod/mini';
import { DoubledMemberError, MAX_DEPTH, TooDeepError } from './file-json.ts';

/** Names and list positions from 0: `['receipts', 2, 'uniqueId']`. Empty for the whole file. */
export type FieldPath = readonly (string | number)[];

/**
 * `missing`: absent, or an empty text · `tooLong`, `tooMany`, `tooFew`, `tooSmall`, `tooLarge`, `tooDeep`: `limit` is
 * the number of characters, elements or levels, or the limiting number · `unknownValue`: not one of the allowed words
 * or numbers.
 */
type FieldFaultCode =
  | 'otherFormat'
  | 'otherVersion'
  | 'missing'
  | 'notText'
  | 'notNumber'
  | 'notWhole'
  | 'notList'
  | 'notObject'
  | 'wrongType'
  | 'tooLong'
  | 'tooMany'
  | 'tooFew'
  | 'tooSmall'
  | 'tooLarge'
  | 'tooDeep'
  | 'doubled'
  | 'notBase64'
  | 'unknownValue'
  | 'unusable';

export interface FieldFault {
  readonly path: FieldPath;
  readonly code: FieldFaultCode;
  /** The limit of codes that have one, else null. */
  readonly limit: number | null;
}

/** `line`: line of the text, from 1. */
export type FileFault = FieldFault | { readonly code: 'notJson'; readonly line: number };

/** Maximum number of faults that are listed for one file. */
export const MAX_FAULTS = 1000;
/** Maximum number of characters of a field's name, which a file can choose. */
const MAX_NAME = 100;

const shortName = (name: PropertyKey): string | number =>
  typeof name === 'number' ? name : String(name).slice(0, MAX_NAME);

/** Returns the faults that a schema found in `input`; `at` is prepended to every path. */
export function faultsOf(issues: readonly z.core.$ZodIssue[], input: unknown, at: FieldPath = []): FieldFault[] {
  return issues.slice(0, MAX_FAULTS).map((issue) => ({
    path: [...at, ...issue.path.map(shortName)],
    ...reasonOf(issue, input),
  }));
}

/** Returns the fault of a text that is not JSON, nested too deep, or has a member twice. `error` was thrown by `parseFileJson`. */
export function notJson(text: string, error: unknown): FileFault {
  if (error instanceof TooDeepError) return { path: [], code: 'tooDeep', limit: MAX_DEPTH };
  if (error instanceof DoubledMemberError) return { path: error.path.map(shortName), code: 'doubled', limit: null };
  return { code: 'notJson', line: lineOf(text, String(error)) };
}

function reasonOf(issue: z.core.$ZodIssue, input: unknown): Omit<FieldFault, 'path'> {
  const because = (code: FieldFaultCode, limit: number | bigint | null = null): Omit<FieldFault, 'path'> => ({
    code,
    limit: limit === null ? null : Number(limit),
  });
  switch (issue.code) {
    case 'invalid_type':
      return because(valueAt(input, issue.path) === undefined ? 'missing' : (TYPES[issue.expected] ?? 'wrongType'));
    case 'too_big':
      return because(SIZES[issue.origin]?.[1] ?? 'tooLarge', issue.maximum);
    case 'too_small':
      return issue.origin === 'string'
        ? because('missing')
        : because(SIZES[issue.origin]?.[0] ?? 'tooSmall', issue.minimum);
    case 'invalid_format':
      return because(issue.format === 'base64' ? 'notBase64' : 'unusable');
    case 'invalid_value':
      return because(valueAt(input, issue.path) === undefined ? 'missing' : 'unknownValue');
    default:
      return because('unusable');
  }
}

const TYPES: Readonly<Record<string, FieldFaultCode>> = {
  string: 'notText',
  number: 'notNumber',
  int: 'notWhole',
  array: 'notList',
  object: 'notObject',
  record: 'notObject',
};
const SIZES: Readonly<Record<string, readonly [least: FieldFaultCode, most: FieldFaultCode]>> = {
  string: ['missing', 'tooLong'],
  array: ['tooFew', 'tooMany'],
};

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[name] : undefined,
    input,
  );
}

/** Returns the line that a JSON error names, from 1. */
function lineOf(text: string, message: string): number {
  const line = /line (\d+)/.exec(message);
  if (line !== null) return Number(line[1]);
  const position = /position (\d+)/.exec(message);
  const upTo = position === null ? text : text.slice(0, Number(position[1]));
  return upTo.split('\n').length;
}
