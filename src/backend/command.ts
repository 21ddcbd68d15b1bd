/** GET /command/encrypt: secure commands for one beacon or several, as packets for 81F1 (interface.md 4.4, field-facts.md 3). */
import { createHttp, type BackendParts, type Http } from './http.ts';
import { readPackage, readPackages } from './package.ts';
import { encodeFields } from './wire.ts';
import type { CommandBackend } from '../use-cases/commands/commands.ts';
import type { BlinkBackend } from '../use-cases/prepare/blink-packets.ts';

export type CommandCalls = CommandBackend & BlinkBackend;

/** The answer of /config/encrypt has the same shape under another name. */
const NAMES = ['commands', 'configs'];

export function createCommandCalls(parts: BackendParts): CommandCalls {
  const http = createHttp(parts);
  const request = (uniqueId: readonly string[], command: string, signal?: AbortSignal): ReturnType<Http['get']> =>
    http.get('/command/encrypt', encodeFields({ uniqueId, command }), signal);

  return {
    encryptCommand: async (uniqueId, command, signal) =>
      readPackage(await request([uniqueId], command, signal), uniqueId, NAMES),
    encryptCommands: async (uniqueIds, command, signal) =>
      readPackages(await request(uniqueIds, command, signal), uniqueIds, NAMES),
  };
}
