/** Memory that a window uses for ended runs: the same after hundreds of beacons as after one. */
import { describe, expect, it } from 'vitest';
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { stillHeld } from '../../../test/support/collect.ts';
import { ID, TOKEN, inRunPlace, opened, window, world } from '../../../test/support/run-place.ts';

inRunPlace();

describe('a run that is over', () => {
  it('keeps no row that it has read in memory', async () => {
    await opened();
    const { packages } = window.stores;
    const all = packages.all.bind(packages);
    const read: WeakRef<CarriedPackage>[] = [];
    // Returns new objects at each reading, as a database does.
    packages.all = async () => {
      const rows = (await all()).map((row) => ({ ...row }));
      read.push(...rows.map((row) => new WeakRef(row)));
      return rows;
    };
    for (const nth of [1, 2, 3]) await window.runs.start(world.carry(ID, TOKEN + nth).id);
    await window.runs.refresh();
    expect(await stillHeld(read)).toEqual([...world.disk.packages.values()]);
  });
});
