/** Checks a typed value against the catalogue and converts it for the request (field-facts.md 4). */
import { hiddenIn } from '../clean-text.ts';
import type { Json } from '../device.ts';
import { decodeUrl, encodeUrl } from './eddystone-url.ts';
import { findAttribute, TX_POWER_DBM, type Attribute } from './catalogue.ts';

/** Codes for the strings. `detail` holds the limit or the invalid word, if any. */
export type ValueFault =
  | 'empty'
  | 'notWhole'
  | 'tooSmall'
  | 'tooLarge'
  | 'tooLong'
  | 'notHex'
  | 'wrongLength'
  | 'notUuid'
  | 'notUrl'
  | 'urlTooLong'
  | 'notChoice'
  | 'notTruth'
  | 'unknownWord'
  | 'tooMany'
  | 'hasComma'
  | 'controlCharacter';

type ValueCheck =
  | { readonly ok: true; readonly wire: Json }
  | { readonly ok: false; readonly reason: ValueFault; readonly detail: string };

export type NameFault = 'empty' | 'badSyntax' | 'virtual' | 'readOnly' | 'reserved';

/**
 * Fields of requests and of records, in lower case: an attribute with this name would change the meaning of a request, or
 * could not be told from the record around it in an answer.
 */
const RESERVED = new Set([
  'uniqueid',
  'devicetype',
  'response',
  'updated',
  'command',
  'orderid',
  'manageremail',
  'managermail',
  'access',
  'expirationdate',
  'withmetadata',
  'apikey',
  'api-key',
  'config',
  'securerequest',
  'status',
  'id',
  'managerid',
  'companyid',
]);

/**
 * For "another attribute by name": null when `name` may be sent in POST /config/create, else the reason (interface.md
 * 2.7).
 */
export function checkAttributeName(name: string): NameFault | null {
  const typed = name.trim();
  if (typed === '') return 'empty';
  const attribute = findAttribute(typed);
  if (attribute?.kind === 'virtual' || typed.startsWith('deployment.')) return 'virtual';
  if (attribute?.kind === 'readOnly') return 'readOnly';
  // A physical attribute of the catalogue is allowed too: the person spells its value, and the backend checks it.
  if (RESERVED.has(typed.toLowerCase())) return 'reserved';
  return /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*$/.test(typed) && typed.length <= 100 ? null : 'badSyntax';
}

/** `text` is the field's text: lists are comma-joined, booleans "true" or "false". */
export function checkValue({ shape }: Pick<Attribute, 'shape'>, text: string): ValueCheck {
  const typed = text.trim();
  switch (shape.type) {
    case 'text':
      return checkText(text, shape.maxLength, shape.lines);
    case 'any':
      return checkText(text, null, false);
    case 'whole':
      return checkWhole(typed, shape.min, shape.max);
    case 'power':
      return checkWhole(typed, 0, TX_POWER_DBM.length - 1);
    case 'choice':
      return shape.options.map(String).includes(typed)
        ? good(Number(typed))
        : bad('notChoice', shape.options.join(', '));
    case 'word':
      return shape.options.includes(typed) ? good(typed) : bad('notChoice', shape.options.join(', '));
    case 'hex':
      if (!/^[0-9a-f]*$/i.test(typed)) return bad('notHex');
      return typed.length === shape.digits ? good(typed.toLowerCase()) : bad('wrongLength', String(shape.digits));
    case 'uuid':
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(typed) ? good(typed.toLowerCase()) : bad('notUuid');
    case 'url': {
      // Text in the encoded form is shown as its address.
      const address = decodeUrl(typed) ?? typed;
      if (!/^https?:\/\/[^\s]+$/i.test(address)) return bad('notUrl');
      return encodeUrl(address) === null ? bad('urlTooLong') : good(address);
    }
    case 'truth':
      return typed === 'true' || typed === 'false' ? good(typed === 'true') : bad('notTruth');
    case 'list':
      return checkList(words(typed), shape.options, shape.open);
    case 'tags':
      return checkTags(words(typed), shape.most, shape.maxLength);
  }
}

function checkText(text: string, maxLength: number | null, lines: boolean): ValueCheck {
  // Invisible characters are never sent, because they would stay invisible in every list.
  const hidden = hiddenIn(text);
  if (hidden.length > 0 || (!lines && /[\t\n\r]/.test(text))) return bad('controlCharacter', hidden.join(', '));
  return maxLength !== null && [...text].length > maxLength ? bad('tooLong', String(maxLength)) : good(text);
}

function checkWhole(typed: string, min: number, max: number | null): ValueCheck {
  if (typed === '') return bad('empty');
  if (!/^[+-]?\d+$/.test(typed) || !Number.isSafeInteger(Number(typed))) return bad('notWhole');
  const value = Number(typed);
  if (value < min) return bad('tooSmall', String(min));
  if (max !== null && value > max) return bad('tooLarge', String(max));
  return good(value);
}

function checkList(items: readonly string[], options: readonly string[], open: boolean): ValueCheck {
  const odd = items.find((item) => !(options.includes(item) || (open && /^[A-Z][A-Z0-9_]*$/.test(item))));
  return odd === undefined ? good([...new Set(items)]) : bad('unknownWord', odd);
}

function checkTags(items: readonly string[], most: number, maxLength: number): ValueCheck {
  if (items.length > most) return bad('tooMany', String(most));
  if (items.some((item) => [...item].length > maxLength)) return bad('tooLong', String(maxLength));
  // One comma-joined string, as edits store it.
  return good(items.join(','));
}

function words(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function good(wire: Json): ValueCheck {
  return { ok: true, wire };
}

function bad(reason: ValueFault, detail = ''): ValueCheck {
  return { ok: false, reason, detail };
}
