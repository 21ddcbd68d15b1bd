/** German words about what was typed into a form earlier. */
import type { Words } from '../words.ts';
import type * as english from '../drafts.ts';

export const drafts: Words<typeof english> = {
  draftStrings: {
    restored: (when) => `Die Eingaben vom ${when} sind wieder da.`,
    discard: 'Neu beginnen',
    discarded: 'Die Eingaben sind verworfen.',
    exchanged: 'Das Verworfene ist wieder da und ersetzt, was seither eingegeben war.',
    tooLong: 'Das ist zu viel, um es aufzubewahren. Es ist weg, sobald diese Seite verlassen wird.',
  },
};
