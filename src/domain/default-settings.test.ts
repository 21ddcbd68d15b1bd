/** Which settings of a form replace those of an account. */
import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS, withChanges } from './default-settings.ts';
import type { Settings } from './settings.ts';

const own: Settings = {
  ...DEFAULT_SETTINGS,
  pageSize: 7,
  timing: { ...DEFAULT_SETTINGS.timing, pollStartMs: 90, connectGapsMs: [1, 2] },
};

it('an account keeps its own settings when the form holds only default values', () => {
  expect(withChanges(own, DEFAULT_SETTINGS)).toBe(own);
  expect(withChanges(own, structuredClone(DEFAULT_SETTINGS))).toEqual(own);
});

it('an account takes from the form only the settings that differ from the defaults', () => {
  const changes: Settings = {
    ...DEFAULT_SETTINGS,
    bulk: { ...DEFAULT_SETTINGS.bulk, inFlight: 2 },
    timing: { ...DEFAULT_SETTINGS.timing, pollMaxMs: 300, connectGapsMs: [5] },
  };
  expect(withChanges(own, changes)).toEqual({
    ...own,
    bulk: { ...own.bulk, inFlight: 2 },
    timing: { ...own.timing, pollMaxMs: 300, connectGapsMs: [5] },
  });
  expect(withChanges(own, { ...DEFAULT_SETTINGS, pageSize: 8 }).pageSize).toBe(8);
});
