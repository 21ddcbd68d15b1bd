/** The track that stands for each state: how far it has come, and its one special mark. */
import { expect, it } from 'vitest';
import type { TrackSummary } from './track-marks.ts';
import { MARK_WORDS } from './track-marks.ts';
import { TYPICAL_TRACKS } from './typical-tracks.ts';

it.each<[TrackSummary, reached: number, special: string | null]>([
  ['nothing', 0, null],
  ['prepared', 1, null],
  ['onThisPhone', 2, null],
  ['written', 3, null],
  ['receipt', 4, null],
  ['sent', 5, null],
  ['verified', 6, null],
  ['uncertain', 2, 'uncertain'],
  ['refused', 2, 'refused'],
  ['notVerified', 5, 'notVerified'],
])('a typical track, %s, has come %i steps far, then: %s', (summary, reached, special) => {
  const { marks, summary: own } = TYPICAL_TRACKS[summary];
  expect(own).toBe(summary);
  expect(marks.map(({ word }) => word)).toEqual(MARK_WORDS);
  expect(marks.map(({ state }) => state)).toEqual(
    MARK_WORDS.map((_, at) => (at < reached ? 'reached' : at === reached && special !== null ? special : 'empty')),
  );
});

it('the typical track of a gateway waits, and then has applied its change', () => {
  expect(TYPICAL_TRACKS.waitingForGateway.summary).toBe('waitingForGateway');
  expect(TYPICAL_TRACKS.applied.summary).toBe('applied');
});
