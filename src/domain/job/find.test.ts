/** Text typed on site finds the intended beacon. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice } from '../../../test/support/fixture-rows.ts';
import { fixtureTask, progressGiven } from '../../../test/support/job-rows.ts';
import { findTasks, surelyMeant } from './find.ts';

const BEACONS = [
  { uniqueId: 'x1E5', mac: 'fa:bc:00:01:3d:7e', alias: 'Basement', place: 'Room 12' },
  { uniqueId: '1e5', mac: 'fa:bc:00:02:3d:7e', alias: 'Lobby', place: 'Room 1' },
  { uniqueId: '1E5', mac: null, alias: null, place: 'Room 2' },
  { uniqueId: '1E5b', mac: 'fa:bc:00:04:3d:7e', alias: 'Über dem Lift', place: '' },
];
const progress = progressGiven(
  BEACONS.map(({ uniqueId, place }, at) => fixtureTask(at, { uniqueId, place })),
  {
    devices: new Map(
      BEACONS.map(({ uniqueId, mac, alias }, at) => [uniqueId, fixtureDevice(at, { uniqueId, mac, alias })]),
    ),
    packages: [],
    runs: [],
    receipts: [],
  },
);
const ids = (typed: string) => findTasks(progress, typed).map(({ task }) => task.uniqueId);

describe('a search among the beacons of a job', () => {
  it.each([
    ['', ['x1E5', '1e5', '1E5', '1E5b']],
    ['1E5', ['1E5', '1e5', '1E5b', 'x1E5']],
    [' 1e5\n', ['1e5', '1E5', '1E5b', 'x1E5']],
    ['FA:BC:00:02:3D:7E', ['1e5']],
    ['fabc00043d7e', ['1E5b']],
    ['0004', ['1E5b']],
    ['004', []],
    ['00:04', ['1E5b']],
    ['BASEMENT', ['x1E5']],
    ['lift', ['1E5b']],
    ['  ', ['x1E5', '1e5', '1E5', '1E5b']],
    ['3d7e', ['x1E5', '1e5', '1E5b']],
    ['über', ['1E5b']],
    ['room 1', ['x1E5', '1e5']],
    ['room\u00a01', ['x1E5', '1e5']],
    ['nothing', []],
    ['https://k.example/b/1E5b', ['1E5b']],
    ['SN:1E5b', ['1E5b']],
    [']C11E5b', ['1E5b']],
    ['MAC: fa-bc-00-02-3d-7e', ['1e5']],
    ['1\u200bE5b', ['1E5b']],
  ])('for %j finds %j', (typed, wanted) => expect(ids(typed)).toEqual(wanted));

  it.each([
    ['1E5', '1E5'],
    ['1e5', '1e5'],
    ['https://k.example/b/1E5b', '1E5b'],
    ['MAC: fabc.0002.3d7e', '1e5'],
    ['(21)x1E5', 'x1E5'],
    // A match on an alias, a room or a part of an ID may be another beacon than the one in hand.
    ['lobby', undefined],
    ['12', undefined],
    ['0002', undefined],
    ['room', undefined],
    ['1', undefined],
  ])('is sure of the beacon for the text %j: %s', (typed, wanted) =>
    expect(surelyMeant(findTasks(progress, typed), typed)?.task.uniqueId).toBe(wanted),
  );
});

it('the search in a job finds the beacon whose whole MAC address is typed before one whose room names that address', () => {
  const mac = 'fa:bc:00:02:3d:7e';
  const [beside, own] = progressGiven(
    [fixtureTask(0, { uniqueId: 'aaaa', place: `Beside ${mac}` }), fixtureTask(1, { uniqueId: 'bbbb' })],
    { devices: new Map([['bbbb', fixtureDevice(0, { uniqueId: 'bbbb', mac })]]), packages: [], runs: [], receipts: [] },
  );
  for (const typed of [mac, 'FABC00023D7E']) expect(findTasks([beside!, own!], typed)[0]).toBe(own);
});

it('the search in a job finds a beacon by its advertised name, and one that is in no list by its ID or its room', () => {
  const [named, unlisted] = progressGiven(
    [fixtureTask(0, { uniqueId: 'aaaa', place: '' }), fixtureTask(1, { uniqueId: 'bbbb', place: 'Cellar' })],
    {
      devices: new Map([['aaaa', fixtureDevice(0, { uniqueId: 'aaaa', alias: null, name: 'Kontakt 7' })]]),
      packages: [],
      runs: [],
      receipts: [],
    },
  );
  const found = (typed: string) => findTasks([named!, unlisted!], typed).map(({ task }) => task.uniqueId);
  expect([found('kontakt'), found('cellar'), found('BBB'), found('bbbb')]).toEqual([
    ['aaaa'],
    ['bbbb'],
    ['bbbb'],
    ['bbbb'],
  ]);
});
