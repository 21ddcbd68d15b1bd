/** Building blocks of the schemas for stored rows, files and messages. */
import * as z from 'zod/mini';
import type { AttributeValues } from './device.ts';
import { isRecord } from './record.ts';

type ReadonlyDeep<T> = T extends ArrayBufferView
  ? T
  : T extends readonly (infer Item)[]
    ? readonly ReadonlyDeep<Item>[]
    : T extends object
      ? string extends keyof T
        ? Readonly<T>
        : { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> }
      : T;

/** The read-only output type of a schema. */
export type Parsed<Schema extends z.core.$ZodType> = ReadonlyDeep<z.output<Schema>>;

/**
 * Returns the schema of a stored object. Fields that it does not name are kept, because a row that a newer version wrote
 * must survive a read and a write by this one. The type holds only the named fields, so that a misspelt one does not compile.
 */
export function rowObject<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodMiniObject<z.core.util.Writeable<Shape>> {
  return z.looseObject(shape);
}

/** Attribute values of a file or a job. Each value is checked where it is sent. */
export const attributeValues = z.custom<AttributeValues>(isRecord, 'not attribute values');

/** Attribute values of a stored row: anything that JSON can hold. */
export const jsonValues = z.custom<AttributeValues>(
  (value) => isRecord(value) && isJson(value),
  'not attribute values',
);

function isJson(value: unknown): boolean {
  if (typeof value !== 'object')
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (value === null) return true;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every(isJson);
}

/** A text in a file, at most `most` characters long. */
export function textUpTo(most: number): z.ZodMiniString {
  return z.string().check(z.maxLength(most));
}

/** Attribute values in a file, at most `most` characters long as JSON. */
export function valuesUpTo(most: number): z.ZodMiniType<AttributeValues> {
  return attributeValues.check(z.refine((values) => (jsonOf(values)?.length ?? Infinity) <= most, 'values too long'));
}

/** Returns the JSON of a value; null for one that is nested too deep to be written. */
export function jsonOf(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}

/** A list without the elements that `element` rejects; empty if there is no list. */
export function lenientList<Value>(element: z.ZodMiniType<Value>) {
  const list = z.pipe(
    z.custom<readonly unknown[]>(Array.isArray),
    z.transform((input) =>
      input.flatMap((one) => {
        const read = element.safeParse(one);
        return read.success ? [read.data] : [];
      }),
    ),
  );
  return z.catch(list, () => []);
}

/** An object without the fields whose values `value` rejects; empty if there is no object. */
export function lenientRecord<Value>(value: z.ZodMiniType<Value>) {
  const record = z.pipe(
    z.custom<Readonly<Record<string, unknown>>>(isRecord),
    z.transform((input) =>
      Object.fromEntries(
        Object.entries(input).flatMap(([name, one]) => {
          const read = value.safeParse(one);
          return read.success ? [[name, read.data] as const] : [];
        }),
      ),
    ),
  );
  return z.catch(record, () => ({}));
}

/** Maximum number of fields to name, and of characters in a name, which the author of the input can choose. */
const FEW = { most: 20, mostCharacters: 100 };

/**
 * Returns the paths of fields in `input` that are missing in its parsed value, without duplicates: `tasks[].colour`.
 */
export function droppedFields(input: unknown, parsed: unknown, { most, mostCharacters } = FEW): string[] {
  const found = new Set<string>();
  compare(input, parsed, '');
  return [...found];

  function compare(from: unknown, to: unknown, path: string): void {
    if (found.size === most || from === to) return;
    if (Array.isArray(from) && Array.isArray(to)) from.forEach((item, at) => compare(item, to[at], `${path}[]`));
    else if (isRecord(from) && isRecord(to)) {
      for (const name of Object.keys(from)) {
        const field = `${path === '' ? '' : `${path}.`}${name.slice(0, mostCharacters)}`;
        if (Object.hasOwn(to, name)) compare(from[name], to[name], field);
        else if (found.size < most) found.add(field);
      }
    }
  }
}
