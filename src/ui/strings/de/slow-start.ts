/** German words of the notice that the app is taking long to start. */
import type { Words } from '../words.ts';
import type * as english from '../slow-start.ts';

export const slowStart: Words<typeof english> = {
  slowStartStrings: { text: 'Die App braucht lange zum Starten.', open: 'Rettungsseite öffnen' },
};
