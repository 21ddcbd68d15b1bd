/** GET /command/encrypt: a secure command packet, fetched and carried like a package (interface.md 4.4). */
import { packageCommand } from '../packages.ts';
import { answer, idsIn, invalid, visible, type Call, type Route } from '../route.ts';
import { wholeMeta } from '../shapes.ts';

export const commandRoutes: readonly Route[] = [{ method: 'GET', face: 'legacy', path: '/command/encrypt', handle: encrypt }];

const COMMANDS = ['RESET', 'NONCONNECTABLE', 'BOOTLOADER', 'BLINK_10S', 'BLINK_30S', 'SLEEP'];

function encrypt(call: Call): Response {
  const command = call.query.get('command') ?? '';
  if (!COMMANDS.includes(command)) throw invalid('command', 'is not a known command');
  const allowed = idsIn(call.query).filter((id) => {
    const access = visible(call, id, 'BEACON')?.access;
    return access !== undefined && access !== 'VIEWER';
  });
  const commands = allowed.map((uniqueId) => ({ uniqueId, config: packageCommand(call, uniqueId, command) }));
  return answer({ commands, searchMeta: wholeMeta(call) });
}
