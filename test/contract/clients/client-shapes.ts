/**
 * Answers as the vendor's own clients and typed integrations read them (field-facts.md 3, 6). Stricter than the
 * interface, which leaves these fields open.
 */
import * as z from 'zod/mini';
import { searchMeta } from '../shapes.ts';

const text = z.string();
const texts = z.array(z.string());
const optional = z.optional;
const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'no UUID'));
/** A value of an enumeration: clients map it to a constant of that name. */
const word = z.string().check(z.regex(/^[A-Z][A-Z0-9_]*$/, 'no word in capitals'));
const isoTime = z
  .string()
  .check(z.refine((value) => /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/.test(value), 'no ISO 8601 time'));
const hexUrl = z.string().check(z.regex(/^0[0-3]([0-9a-f]{2}){1,17}$/i, 'no Eddystone URL in hexadecimal'));

/** Settings of a configuration, in a device and in what is pending for it. */
const settings = {
  name: optional(text),
  profiles: optional(z.nullable(texts)),
  packets: optional(z.nullable(texts)),
  telemetryFields: optional(z.nullable(texts)),
  proximity: optional(z.nullable(text)),
  major: optional(z.nullable(z.int())),
  minor: optional(z.nullable(z.int())),
  txPower: optional(z.nullable(z.int())),
  interval: optional(z.nullable(z.int())),
  shuffled: optional(z.nullable(z.boolean())),
  url: optional(z.nullable(hexUrl)),
  decodedUrl: optional(z.nullable(text)),
  powerSaving: optional(
    z.looseObject({
      mode: optional(z.nullable(text)),
      features: optional(texts),
      moveSuspendTimeout: optional(z.nullable(z.int())),
    }),
  ),
  accelerometer: optional(
    z.looseObject({
      sensitivity: optional(z.int()),
      doubleTap: optional(z.looseObject({ detectionFlags: optional(texts) })),
    }),
  ),
};

/** An element of GET /config, and of the answer to POST /config/create. */
export const pendingRecord = z.looseObject({
  ...settings,
  uniqueId: text,
  model: optional(word),
  created: isoTime,
  updated: isoTime,
});

/** An element of GET /device. */
const device = z.looseObject({
  ...settings,
  id: uuid,
  uniqueId: text,
  deviceType: word,
  category: z.enum(['TAG', 'INFRASTRUCTURE']),
  model: word,
  product: text,
  productCode: text,
  federation: z.looseObject({ federated: z.boolean() }),
  deployment: z.looseObject({ status: z.enum(['TO_BE_DEPLOYED', 'DEPLOYED', 'END_OF_LIFE']) }),
  firmwareInfo: z.looseObject({ firmwareName: text, firmwareVersion: text, upgrade: z.looseObject({}) }),
  managerId: optional(uuid),
  ownerId: optional(uuid),
  macs: optional(z.looseObject({ mainMac: text, bleMac: optional(z.nullable(text)) })),
  access: optional(word),
  alias: optional(z.nullable(text)),
  tags: optional(texts),
  shares: optional(
    z.array(z.looseObject({ managerMail: text, access: word, expirationDate: optional(z.nullable(z.int())) })),
  ),
  batteryLevel: optional(z.nullable(z.int())),
  lastSeen: optional(z.nullable(z.int())),
  metadata: optional(z.nullable(z.looseObject({}))),
  pendingConfig: optional(pendingRecord),
});
/** The interface promises only these two fields, and some records have no others. */
const bareDevice = z.strictObject({ uniqueId: text, deviceType: word, pendingConfig: optional(pendingRecord) });

export const devicesOfClient = z.looseObject({ devices: z.array(z.union([device, bareDevice])), searchMeta });
export const pendingOfClient = z.looseObject({ configs: z.array(pendingRecord), searchMeta });
export const packagesOfClient = z.looseObject({
  configs: z.array(z.looseObject({ uniqueId: text, config: z.base64() })),
  searchMeta,
});
export const commandsOfClient = z.looseObject({
  commands: z.array(z.looseObject({ uniqueId: text, config: z.base64() })),
  searchMeta,
});
export const countOfClient = z.strictObject({ searchMeta: z.looseObject({ ...searchMeta.shape, count: z.int() }) });
export const messageOfClient = z.looseObject({ message: text });
export const addedOfClient = z.looseObject({ addedDevices: z.int() });
