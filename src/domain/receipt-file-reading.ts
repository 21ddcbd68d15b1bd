/**
 * Reads the receipt file that `receipt-file.ts` writes, with a reason for each receipt that cannot be read (product.md
 * "Receipts").
 */
import * as z from 'zod/mini';
import { READING } from './errand.ts';
import { faultsOf, MAX_FAULTS, notJson, type FieldFault, type FileFault } from './file-faults.ts';
import { FILE_FORMATS } from './file-formats.ts';
import { parseFileJson } from './file-json.ts';
import { storableValues, MAX_ID } from './storable-text.ts';
import { type Receipt } from './receipt.ts';
import { attributeValues, droppedFields, type Parsed } from './schema.ts';

// A file may come from anywhere and its rows are stored. A text longer than any phone writes would block the outbox at
// every start.
/** Maximum number of characters of an address or an account's ID. */
const MAX_HEAD = 2000;
/** Maximum number of characters of a response. A beacon may return far more than expected, and that is stored too. */
const MAX_RESPONSE = 200_000;
const MAX_RECEIPTS = 200_000;
const MAX_CANDIDATES = 1000;
/** The latest time that a Date can represent, ms. */
const LAST_MOMENT_MS = 8_640_000_000_000_000;

const filledText = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const headText = filledText(MAX_HEAD);
const id = filledText(MAX_ID);
const moment = z.int().check(z.gte(0), z.lte(LAST_MOMENT_MS));
const wholeOrNull = z.catch(z.nullable(z.int()), null);
const candidateIds = z.pipe(
  z.array(z.catch(id, '')),
  z.transform((ids) => ids.filter((one) => one !== '').slice(0, MAX_CANDIDATES)),
);

/** The whole file. Each receipt is parsed separately, so that an invalid one does not affect the others. */
const fileSchema = z.object({
  format: z.literal(FILE_FORMATS.receipts.name),
  version: z.literal(1),
  accountId: headText,
  baseUrl: headText,
  legacyBaseUrl: headText,
  /** '' when the file does not contain it. */
  vendor: z.catch(id, ''),
  /** A mark with which a phone recognises its own key; null when the file has none. */
  keyMark: z.catch(z.nullable(id), null),
  /** 0 when the file does not contain it. */
  exportedAtMs: z.catch(moment, 0),
  receipts: z.array(z.unknown()).check(z.maxLength(MAX_RECEIPTS)),
  /** Responses to a request for all values; absent in files of an earlier version. */
  readings: z._default(z.array(z.unknown()).check(z.maxLength(MAX_RECEIPTS)), []),
});

/** The part of a receipt that is exported. Delivery state stays on this device. */
const filedReceipt = z.pipe(
  z.object({
    id: z.catch(id, ''),
    uniqueId: id,
    deviceType: id,
    owner: z.catch(z.enum(['known', 'unsure']), 'known'),
    candidates: z.catch(candidateIds, []),
    responseBase64: z.pipe(filledText(MAX_RESPONSE), z.stringFormat('base64', isBase64)),
    token: wholeOrNull,
    result: wholeOrNull,
    updatedSeconds: z.int().check(z.gte(0), z.lte(0xffff_ffff)),
    clock: z.catch(z.enum(['checkedDate', 'checkedCreated', 'unchecked']), 'unchecked'),
    values: z.catch(z.pipe(attributeValues, z.transform(storableValues)), {}),
    createdAtMs: z.catch(z.nullable(moment), null),
  }),
  z.transform(({ createdAtMs, candidates, ...receipt }) => ({
    ...receipt,
    candidates: candidates.length > 0 ? candidates : [receipt.uniqueId],
    createdAtMs: createdAtMs ?? receipt.updatedSeconds * 1000,
  })),
);
export type FiledReceipt = Parsed<typeof filedReceipt> & Pick<Receipt, 'kind'>;

export interface ReceiptFile extends Omit<Parsed<typeof fileSchema>, 'format' | 'version' | 'receipts' | 'readings'> {
  /** Readings among them, by their kind. */
  readonly receipts: readonly FiledReceipt[];
}

export type ReceiptFileReading =
  /**
   * `problems`: receipts that could not be read; the others can be imported. `dropped`: fields that this version does
   * not know, by path.
   */
  | {
      readonly ok: true;
      readonly file: ReceiptFile;
      readonly problems: readonly FileFault[];
      readonly dropped: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly FileFault[] };

/** Reads any text; never throws. */
export function readReceiptFile(text: string): ReceiptFileReading {
  let data: unknown;
  try {
    data = parseFileJson(text);
  } catch (error) {
    return { ok: false, problems: [notJson(text, error)] };
  }
  const whole = fileSchema.safeParse(data);
  if (!whole.success) return { ok: false, problems: mainFaults(faultsOf(whole.error.issues, data)) };
  const { format: _, version: __, receipts: elements, readings: readingElements, ...head } = whole.data;
  const problems: FileFault[] = [];
  const dropped = droppedFields(data, whole.data);
  const readList = (name: 'receipts' | 'readings', list: readonly unknown[]): FiledReceipt[] => {
    const rows: FiledReceipt[] = [];
    const read: unknown[] = [];
    list.forEach((element, index) => {
      const row = filedReceipt.safeParse(element);
      if (row.success) {
        rows.push(row.data);
        read.push(element);
      } else if (problems.length < MAX_FAULTS) problems.push(...faultsOf(row.error.issues, element, [name, index]));
    });
    dropped.push(...droppedFields({ [name]: read }, { [name]: rows }));
    return rows;
  };
  const receipts = [
    ...readList('receipts', elements),
    ...readList('readings', readingElements).map((row) => ({ ...row, kind: READING })),
  ];
  if (receipts.length === 0 && problems.length > 0) return { ok: false, problems };
  return { ok: true, file: { ...head, receipts }, problems, dropped };
}

/** Returns only the main fault for another kind or version of file, whose other faults mean nothing. */
function mainFaults(faults: readonly FieldFault[]): readonly FieldFault[] {
  const startsWith = (...names: readonly unknown[]): boolean => faults.some(({ path: [name] }) => names.includes(name));
  if (startsWith(undefined, 'format')) return [{ path: ['format'], code: 'otherFormat', limit: null }];
  if (startsWith('version')) return [{ path: ['version'], code: 'otherVersion', limit: null }];
  return faults;
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}
