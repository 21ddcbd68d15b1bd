/** Words about what was typed into a form earlier. */
import { inLanguage } from './language.ts';

export const draftStrings = inLanguage('draftStrings', {
  restored: (when: string) => `What you typed on ${when} was restored.`,
  discard: 'Start afresh',
  discarded: 'What you typed was discarded.',
  exchanged: 'What you discarded is back in place of what you typed since.',
  tooLong: 'This is too much to be kept. It is gone when you leave this page.',
});
