/**
 * What a packet is written to a beacon for. Each errand travels as package, run and receipt; `ERRANDS` has what differs
 * between them, and everything that depends on the kind of a row asks it.
 */
import { decodeBase64 } from './base64.ts';
import type { CarriedPackage } from './carried-package.ts';
import { READ_ALL } from './commands/command.ts';
import { OPERATION, operationOf } from './packet.ts';

/** `blink`: a spare identify packet, fetched with a configuration to find the beacon on site (commands/blink.ts). */
export type ErrandName = 'configuration' | 'command' | 'blink' | 'reading';

export interface Errand {
  readonly name: ErrandName;
  /** The operation in the plain header of its packet. */
  readonly operation: (typeof OPERATION)[keyof typeof OPERATION];
  /**
   * True where the screen promises what the beacon will do: a packet whose header says another operation is neither
   * offered nor written. Otherwise that is a remark (product.md "A packet does what the screen says").
   */
  readonly mustSay: boolean;
  /** It brings values. The state of a beacon, the next beacon to write and what is pending follow from these rows alone. */
  readonly configures: boolean;
  /** A person asked for it. What was not asked for is in no list, and its run may end in any way. */
  readonly isAskedFor: boolean;
  /**
   * Its packet is work for a visit: it is counted, and written before a newer packet of the beacon, which would make it
   * useless. Of the others a new one is fetched, or none is missed.
   */
  readonly isWork: boolean;
  /**
   * The beacon answers with a secure response, and the errand is done when the backend has taken it. Without one it is
   * done when the beacon has acknowledged the packet, and nothing can confirm it (interface.md 4.4).
   */
  readonly expectsResponse: boolean;
  /** When its response is sent. `never`: it has none, or only another version of the app knows what to do with it. */
  readonly sends: 'atOnce' | 'onRequest' | 'never';
}

export const ERRANDS: Readonly<Record<ErrandName, Errand>> = {
  configuration: {
    name: 'configuration',
    operation: OPERATION.write,
    mustSay: false,
    configures: true,
    isAskedFor: true,
    isWork: true,
    expectsResponse: true,
    sends: 'atOnce',
  },
  command: {
    name: 'command',
    operation: OPERATION.command,
    mustSay: true,
    configures: false,
    isAskedFor: true,
    isWork: true,
    expectsResponse: false,
    sends: 'never',
  },
  blink: {
    name: 'blink',
    operation: OPERATION.command,
    mustSay: true,
    configures: false,
    isAskedFor: false,
    isWork: false,
    expectsResponse: false,
    sends: 'never',
  },
  reading: {
    name: 'reading',
    operation: OPERATION.readAll,
    mustSay: true,
    configures: false,
    isAskedFor: true,
    isWork: false,
    expectsResponse: true,
    sends: 'onRequest',
  },
};

/** The `kind` of the receipt of a reading; that of a configuration has none. */
export const READING = 'reading';

/** What tells the errand of a package, of a run or its progress, and of a receipt. */
export interface ErrandRow {
  readonly kind?: string;
  readonly command?: string | null;
  readonly spare?: number;
}

/**
 * Returns the errand of a stored row. Only the package says that a packet is spare: its run is that of a command. A
 * command or receipt that only another version of the app knows is a command.
 */
export function errandOf({ kind = 'configuration', command = null, spare }: ErrandRow): Errand {
  if (spare !== undefined) return ERRANDS.blink;
  if (command === READ_ALL || kind === READING) return ERRANDS.reading;
  return kind === 'configuration' && command === null ? ERRANDS.configuration : ERRANDS.command;
}

/** The runs without those of packets that nobody asked for. */
export function withoutSpares<R extends { readonly packageId: string }>(
  runs: readonly R[],
  packages: readonly (ErrandRow & { readonly id: string })[],
): readonly R[] {
  const spares = new Set(packages.filter((row) => !errandOf(row).isAskedFor).map(({ id }) => id));
  return runs.filter(({ packageId }) => !spares.has(packageId));
}

/** True when the header can be read and says another operation than that of the errand. */
export function saysOtherOperation(bytes: Uint8Array, errand: Errand): boolean {
  const operation = operationOf(bytes);
  return operation !== null && operation !== errand.operation;
}

/** True when a packet must not be written for this errand, because its header says another operation. */
export function isForbiddenPacket(base64: string | null, errand: Errand): boolean {
  const bytes = errand.mustSay ? decodeBase64(base64 ?? '') : null;
  return bytes !== null && saysOtherOperation(bytes, errand);
}

/** Returns the row as it may be offered: as replaced if its packet must not be written. */
export function offeredPackage(row: CarriedPackage): CarriedPackage {
  return row.state === 'carried' && isForbiddenPacket(row.base64, errandOf(row)) ? { ...row, state: 'replaced' } : row;
}
