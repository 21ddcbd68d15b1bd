/** Parsers of every stored row. Rows are checked here once and trusted afterwards. */
import * as z from 'zod/mini';
import { accountSchema, type Account } from '../../domain/account.ts';
import { packageSchema, type CarriedPackage } from '../../domain/carried-package.ts';
import { DEFAULT_SETTINGS } from '../../domain/default-settings.ts';
import { deviceSchema, type CachedDevice } from '../../domain/device.ts';
import { offeredPackage } from '../../domain/errand.ts';
import { isOversized, storableDevice } from '../../domain/storable-text.ts';
import { receiptSchema } from '../../domain/receipt.ts';
import { clockTrust, runSchema } from '../../domain/run.ts';
import { rowObject } from '../../domain/schema.ts';
import { editSchema } from '../../domain/virtual-edit.ts';

type Parsed<T> = { readonly ok: true; readonly row: T } | { readonly ok: false; readonly reason: string };
export type RowParser<T> = (raw: unknown) => Parsed<T>;

const text = z.string();
const number = z.number();

/** Earlier versions stored 50, their default, in each account. Only another number was chosen by a person. */
const FORMER_PAGE_SIZE = 50;
const account = z.pipe(
  accountSchema,
  z.transform((row): Account => {
    const { settings } = row;
    const wasChosen = settings.pageSizeIs === 'most' || settings.pageSize !== FORMER_PAGE_SIZE;
    const { pageSize } = wasChosen ? settings : DEFAULT_SETTINGS;
    return { ...row, settings: { ...settings, pageSize, pageSizeIs: 'most' } };
  }),
);

const pause = z.discriminatedUnion('reason', [
  rowObject({ reason: z.literal('key'), atMs: number }),
  rowObject({ reason: z.literal('sameRefusal'), status: number, atMs: number }),
]);

const bytes = z.instanceof(Uint8Array<ArrayBuffer>);
const vault = rowObject({
  accountId: text,
  kdf: z.literal('PBKDF2-SHA-256'),
  iterations: number.check(z.gte(600_000), z.lte(20_000_000)),
  salt: bytes,
  iv: bytes,
  ciphertext: bytes,
  ciphertextSha256: bytes,
  createdAtMs: number,
});
export type VaultRow = z.infer<typeof vault>;

const readDevice = parser(deviceSchema);
/**
 * Parses a device row. Rows of an earlier version may have texts of any length; they are cut here, because rendering
 * them would block the list.
 */
export const parseDevice: RowParser<CachedDevice> = (raw) => {
  const parsed = readDevice(raw);
  return parsed.ok && isOversized(parsed.row) ? { ok: true, row: storableDevice(parsed.row) } : parsed;
};
const parseStoredPackage = parser(packageSchema);
/** A package that must not be written is read as replaced, so that no screen offers it. */
export const parsePackage: RowParser<CarriedPackage> = (raw) => {
  const parsed = parseStoredPackage(raw);
  return parsed.ok ? { ok: true, row: offeredPackage(parsed.row) } : parsed;
};
export const parseRun = parser(runSchema);
export const parseEdit = parser(editSchema);
export const parseAccount = parser(account);
export const parsePause = parser(pause);
export const parseWait = parser(rowObject({ atMs: number, untilMs: number, wasPressed: z.boolean() }));
export const parseVault = parser(vault);
export const parseSkew = parser(rowObject({ skewMs: number, trust: clockTrust, atMs: z.optional(number) }));
export const parseText = parser(text);
export const parseTexts = parser(z.array(text));
export const parseNumber = parser(number);
export const parseListReading = parser(
  rowObject({
    beganAtMs: number,
    unseen: z.array(text),
    short: z.optional(rowObject({ read: number, counted: z.nullable(number) })),
  }),
);
export const parseDraftRow = parser(rowObject({ atMs: number, draft: z.unknown() }));
export const parseExtension = parser(rowObject({ atMs: number, isOffered: z.boolean() }));
export const parseReceipt = parser(receiptSchema);

export function parser<T>(schema: z.ZodMiniType<T>): RowParser<T> {
  return (raw) => {
    const parsed = schema.safeParse(raw);
    if (parsed.success) return { ok: true, row: parsed.data };
    // Paths only, never the values, because a row may contain secrets.
    const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`.trim());
    return { ok: false, reason: faults.slice(0, 5).join('; ') };
  };
}
