import { describe, expect, it } from 'vitest';
import { NEXT_ACTIONS } from '../../domain/provisioning/next-action.ts';
import { RUN_FAILURES } from '../../domain/run.ts';
import { RUN_PHASES } from '../../use-cases/run/runs.ts';
import { failureText, phaseNow, phaseWords, refusedWords, runActionWords, runFailureWords, runStrings } from './run.ts';

describe('words of the run screen', () => {
  it.each(RUN_FAILURES)('has a plain sentence and a named action for %s', (code) => {
    expect(runFailureWords[code].text).toMatch(/^[A-Z].+\.$/);
    expect(runActionWords[NEXT_ACTIONS[code].action]).toMatch(/^[A-Z]/);
  });

  it('has words for every phase', () => {
    for (const phase of RUN_PHASES)
      expect([phaseWords[phase], phaseNow[phase]].every((text) => text.length > 2)).toBe(true);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 200])('names result %i as refused, with one action', (result) => {
    const words = refusedWords(result);
    expect(runStrings.refused(words.reason)).toMatch(/^Refused: .+\.$/);
    expect(runStrings.refusedWhileUncertain(words.reason)).toMatch(/^Uncertain: .+\. This package was refused: .+\.$/);
    expect(runActionWords[words.action]).toBeTruthy();
  });

  it('gives every failure its own sentence', () => {
    expect(new Set(RUN_FAILURES.map((code) => runFailureWords[code].text)).size).toBe(RUN_FAILURES.length);
  });

  it('never says that nothing was written once a write was begun, and never "failed" of an uncertain run', () => {
    for (const code of RUN_FAILURES) {
      if (runFailureWords[code].anyTime === true) expect(failureText(code, true)).not.toContain('Nothing was written');
      if (NEXT_ACTIONS[code].severity === 'uncertain') expect(failureText(code, true)).toMatch(/^Uncertain/);
      expect(failureText(code, true).toLowerCase()).not.toContain('failed');
      expect(failureText(code, false)).not.toContain('!');
    }
  });
});
