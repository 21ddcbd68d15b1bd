/** Every shared element in every state, for the check with axe. */
import type { Specimen } from './specimen.ts';
import { inputSpecimens } from './specimens-inputs.ts';
import { frameSpecimens } from './specimens-frame.ts';
import { messageSpecimens } from './specimens-messages.ts';
import { shownSpecimens } from './specimens-shown.ts';

export const specimens: readonly Specimen[] = [
  ...messageSpecimens,
  ...inputSpecimens,
  ...shownSpecimens,
  ...frameSpecimens,
];
