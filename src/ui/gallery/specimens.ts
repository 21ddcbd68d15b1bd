/** Every shared element in every state: what the gallery shows and what the axe test walks through. */
import type { Specimen } from './specimen.ts';
import { askedSpecimens } from './specimens-asked.ts';
import { frameSpecimens } from './specimens-frame.ts';
import { saidSpecimens } from './specimens-said.ts';
import { shownSpecimens } from './specimens-shown.ts';

export const specimens: readonly Specimen[] = [
  ...saidSpecimens,
  ...askedSpecimens,
  ...shownSpecimens,
  ...frameSpecimens,
];
