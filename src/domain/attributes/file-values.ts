/** Checks attribute values from a file like typed ones. */
import type { AttributeValues, Json } from '../device.ts';
import { findAttribute } from './catalogue.ts';
import { checkAttributeName, checkValue } from './check-value.ts';
import { fieldText } from './shown-values.ts';
import { HIDDEN_VALUE, withoutSecretEntries } from './values.ts';

/** `secret`: a password or similar, or the mask of one · `value`: a name or value that cannot be sent. */
export type FileValueProblem = 'secret' | 'value';

type FileValues =
  | { readonly ok: true; readonly values: AttributeValues }
  | { readonly ok: false; readonly problem: FileValueProblem; readonly name: string };

/**
 * Returns the values as the form would send them, or the first that it would refuse. Virtual ones (alias, tags) pass
 * only where a plan may hold them.
 */
export function checkFileValues(
  values: AttributeValues,
  { allowVirtual }: { readonly allowVirtual: boolean },
): FileValues {
  const rest = withoutSecretEntries(values);
  const checked: Record<string, Json> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!(name in rest) || JSON.stringify(value).includes(HIDDEN_VALUE)) return { ok: false, problem: 'secret', name };
    const wire = wireOf(name, value, allowVirtual);
    if (wire === undefined) return { ok: false, problem: 'value', name };
    checked[name] = wire;
  }
  return { ok: true, values: checked };
}

function wireOf(name: string, value: Json, allowVirtual: boolean): Json | undefined {
  const attribute = findAttribute(name);
  const isVirtual = allowVirtual && attribute?.kind === 'virtual';
  if (!isVirtual && checkAttributeName(name) !== null) return undefined;
  const check = checkValue(attribute ?? { shape: { type: 'any' } }, fieldText(name, value));
  return check.ok ? check.wire : undefined;
}
