/** The name of a command, of a reading or of a packet that this app does not know. */
import { isCommandName } from '../../domain/commands/command.ts';
import { errandOf } from '../../domain/errand.ts';
import { commandStrings, commandTexts } from '../strings/commands.ts';

export function commandNameOf({ command }: { readonly command?: string | null }): string {
  if (errandOf({ command }).name === 'reading') return commandStrings.reading;
  return isCommandName(command) ? commandTexts[command].name : (command ?? '');
}
