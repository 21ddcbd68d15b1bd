/** Words of commands: what each does, what it costs, and the honest end of it. */
import * as english from './en/commands.ts';
import { inLanguage } from './language.ts';

export const { commandTexts, commandNameOf, commandStrings, commandOutcomeWords, commandUnusable, commandOrderWords } =
  inLanguage('commands', english);
