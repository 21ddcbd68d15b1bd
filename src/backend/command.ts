/** GET /command/encrypt: one secure command for one beacon, as a packet for 81F1 (interface.md 4.4, field-facts.md 3). */
import { createHttp, type BackendParts } from './http.ts';
import { readPackage } from './package.ts';
import { encodeFields } from './wire.ts';
import type { CommandBackend } from '../use-cases/commands/commands.ts';

export type CommandCalls = CommandBackend;

export function createCommandCalls(parts: BackendParts): CommandCalls {
  const http = createHttp(parts);
  return {
    async encryptCommand(uniqueId, command, signal) {
      const answered = await http.get(
        '/command/encrypt',
        encodeFields([
          ['uniqueId', uniqueId],
          ['command', command],
        ]),
        signal,
      );
      if (!answered.ok) return answered;
      // The answer of /config/encrypt has the same shape under another name.
      return readPackage(answered.value, uniqueId, ['commands', 'configs']);
    },
  };
}
