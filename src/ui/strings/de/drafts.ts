/** German words about what was typed into a form earlier. */
import type { Words } from '../words.ts';
import type * as english from '../drafts.ts';

export const drafts: Words<typeof english> = {
  draftStrings: {
    restored: (when) => `Die Eingaben vom ${when} sind wieder da.`,
    discard: 'Neu beginnen',
    discarded: 'Die Eingaben sind verworfen.',
    tooLong: 'Das ist zu viel, um es aufzubewahren. Es ist weg, sobald diese Seite verlassen wird.',
  },
};
