/** Every word of the run list and the run screen: one sentence and one action for each way a run can stop. */
import * as english from './en/run.ts';
import { inLanguage } from './language.ts';

export const {
  runActionWords,
  runFailureWords,
  failureText,
  refusedWords,
  resultNames,
  phaseWords,
  phaseNow,
  nextStepWords,
  runStrings,
} = inLanguage('run', english);
