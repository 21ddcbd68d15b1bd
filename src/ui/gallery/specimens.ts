/** Every shared element in every state, for the gallery and the axe test. */
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
