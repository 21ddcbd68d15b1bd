/**
 * What a packet is written to a beacon for, and what its plain header must therefore say (product.md "A packet does what
 * the screen says").
 */
import { decodeBase64 } from './base64.ts';
import type { CarriedPackage } from './carried-package.ts';
import { isCommandName, READ_ALL, type CommandName } from './commands/command.ts';
import { isOfCommand } from './commands/of-command.ts';
import { OPERATION, operationOf } from './packet.ts';

/** `otherCommand`: one that only another version of the app knows. */
export type Errand = 'configuration' | typeof READ_ALL | CommandName | 'otherCommand';

interface ErrandTraits {
  /** The operation in the header of its packet. */
  readonly operation: (typeof OPERATION)[keyof typeof OPERATION];
  /**
   * True where the screen promises what the beacon will do: a packet whose header says another operation is neither
   * offered nor written. Otherwise that is a remark.
   */
  readonly mustSay: boolean;
}

export const ERRANDS: Readonly<Record<Errand, ErrandTraits>> = {
  configuration: { operation: OPERATION.write, mustSay: false },
  readAll: { operation: OPERATION.readAll, mustSay: true },
  identify: { operation: OPERATION.command, mustSay: true },
  restart: { operation: OPERATION.command, mustSay: true },
  nonConnectable: { operation: OPERATION.command, mustSay: true },
  bootloader: { operation: OPERATION.command, mustSay: true },
  otherCommand: { operation: OPERATION.command, mustSay: true },
};

/** The errand of a package or a run. */
export function errandOf(row: { readonly command?: string | null; readonly kind?: string }): Errand {
  if (!isOfCommand(row)) return 'configuration';
  const { command } = row;
  return command === READ_ALL || isCommandName(command) ? command : 'otherCommand';
}

/** True when the header can be read and says another operation than that of the errand. */
export function saysOtherOperation(bytes: Uint8Array, errand: Errand): boolean {
  const operation = operationOf(bytes);
  return operation !== null && operation !== ERRANDS[errand].operation;
}

/** True when a packet must not be written for this errand, because its header says another operation. */
export function isForbiddenPacket(base64: string | null, errand: Errand): boolean {
  const bytes = ERRANDS[errand].mustSay ? decodeBase64(base64 ?? '') : null;
  return bytes !== null && saysOtherOperation(bytes, errand);
}

/** Returns the row as it may be offered: as replaced if its packet must not be written. */
export function offeredPackage(row: CarriedPackage): CarriedPackage {
  return row.state === 'carried' && isForbiddenPacket(row.base64, errandOf(row)) ? { ...row, state: 'replaced' } : row;
}
