/** GET /command/encrypt: secure commands for one beacon or several, as packets for 81F1 (interface.md 4.4, field-facts.md 3). */
import type { BackendResult } from '../domain/backend-failure.ts';
import { createHttp, type BackendParts, type Http } from './http.ts';
import { listIn } from './envelope.ts';
import { packagesIn, readPackage } from './package.ts';
import { encodeFields } from './wire.ts';
import type { CommandBackend } from '../use-cases/commands/commands.ts';
import type { BlinkBackend } from '../use-cases/prepare/blink-packets.ts';

export type CommandCalls = CommandBackend & BlinkBackend;

/** The answer of /config/encrypt has the same shape under another name. */
const NAMES = ['commands', 'configs'];

export function createCommandCalls(parts: BackendParts): CommandCalls {
  const http = createHttp(parts);
  const ask = (uniqueIds: readonly string[], command: string, signal?: AbortSignal): ReturnType<Http['get']> =>
    http.get(
      '/command/encrypt',
      encodeFields([
        ['uniqueId', [...uniqueIds]],
        ['command', command],
      ]),
      signal,
    );

  async function encryptCommand(
    uniqueId: string,
    command: string,
    signal?: AbortSignal,
  ): Promise<BackendResult<string | null>> {
    const answered = await ask([uniqueId], command, signal);
    return answered.ok ? readPackage(answered.value, uniqueId, NAMES) : answered;
  }

  return {
    encryptCommand,
    async encryptCommands(uniqueIds, command, signal) {
      const [uniqueId] = uniqueIds;
      if (uniqueId !== undefined && uniqueIds.length === 1) {
        const alone = await encryptCommand(uniqueId, command, signal);
        if (!alone.ok) return alone;
        return { ok: true, value: alone.value === null ? [] : [{ uniqueId, base64: alone.value }] };
      }
      const answered = await ask(uniqueIds, command, signal);
      if (!answered.ok) return answered;
      const lists = NAMES.map((name) => listIn(answered.value.body, name));
      return { ok: true, value: packagesIn(lists.find((list) => Array.isArray(list)) ?? []).packages };
    },
  };
}
