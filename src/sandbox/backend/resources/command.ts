/**
 * GET /command/encrypt: an encrypted command packet, which is fetched and carried like a package (interface.md 4.4).
 */
import { packageCommand } from '../packages.ts';
import { Refusal, answer, idsIn, invalid, visible, type Call, type Route } from '../route.ts';
import { singlePageMeta } from '../shapes.ts';

export const commandRoutes: readonly Route[] = [
  { method: 'GET', api: 'legacy', path: '/command/encrypt', handle: encrypt },
];

const COMMANDS = ['RESET', 'NONCONNECTABLE', 'BOOTLOADER', 'BLINK_10S', 'BLINK_30S', 'SLEEP'];
/** These may make a beacon unreachable for good, so only its owner may send them. */
const OWNER_ONLY = ['NONCONNECTABLE', 'BOOTLOADER'];

function encrypt(call: Call): Response {
  const command = call.query.get('command') ?? '';
  if (!COMMANDS.includes(command)) throw invalid('command', 'is not a known command');
  const { commandLists } = call.namespace.options;
  const ids = idsIn(call.query);
  if (commandLists === 'refused' && ids.length > 1) throw invalid('uniqueId', 'takes one device');
  const allowed: string[] = [];
  for (const id of commandLists === 'firstOnly' ? ids.slice(0, 1) : ids) {
    const access = visible(call, id, 'BEACON')?.access;
    if (access && access !== 'OWNER' && OWNER_ONLY.includes(command)) {
      throw new Refusal(403, 'FORBIDDEN', `${command} needs OWNER; this key is ${access} of ${id}`);
    }
    if (access && access !== 'VIEWER') allowed.push(id);
  }
  const commands = allowed.map((uniqueId) => ({ uniqueId, config: packageCommand(call, uniqueId, command) }));
  return answer({ commands, searchMeta: singlePageMeta(call, commands.length) });
}
