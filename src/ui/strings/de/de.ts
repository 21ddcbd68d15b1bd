/** German, all of it: one file beside each English one. */
import type { Catalogue } from '../words.ts';
import { changes } from './changes.ts';
import { commands } from './commands.ts';
import { connect } from './connect.ts';
import { elements } from './elements.ts';
import { history } from './history.ts';
import { outbox } from './outbox.ts';
import { rescue } from './rescue.ts';
import { run } from './run.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';

export const german: Partial<Catalogue> = {
  changes,
  commands,
  connect,
  elements,
  history,
  outbox,
  rescue,
  run,
  settings,
  shell,
};
