/** A beacon that still holds the response to a run of another account of this phone. */
import { expect, it } from 'vitest';
import {
  ID,
  TOKEN,
  inRunPlace,
  receipts,
  restart,
  started,
  theRun,
  window,
  world,
} from '../../../test/support/run-place.ts';

inRunPlace();

/** Another account has written, and its link dropped before the response was read. */
async function leaveUnreadResponse(): Promise<void> {
  world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
  const run = await started();
  world.around.elsewhere = [{ accountId: 'site-a', run }];
  for (const rows of [world.disk.runs, world.disk.receipts, world.disk.packages, world.disk.mirror]) rows.clear();
  await restart();
  world.operations.length = 0;
}

it('a run reads the response that a beacon holds for another account before it writes, and keeps it for that account', async () => {
  await leaveUnreadResponse();
  const theirs = world.around.elsewhere[0]!.run;
  await window.runs.start(world.carry(ID, TOKEN + 10).id);
  expect(window.now()).toMatchObject({ outcome: { kind: 'receipt' } });
  expect(world.operations.indexOf('readResponse')).toBeLessThan(world.operations.indexOf('write'));
  const [entrusted, ours] = [receipts().find(({ accountId }) => accountId === 'site-a')!, theRun()];
  expect(entrusted).toMatchObject({ uniqueId: ID, runId: null, origin: 'import', state: 'waiting', owner: 'unsure' });
  expect(entrusted.responseBase64).not.toBe('');
  expect(world.disk.mirror.get(entrusted.id)).toMatchObject({
    accountId: 'site-a',
    responseBase64: entrusted.responseBase64,
  });
  // The run has its own receipt, beside the one that is kept.
  expect(receipts().find(({ id }) => id === ours.receiptId)).toMatchObject({ accountId: 'account', runId: ours.id });
  expect(theirs.outcome).toBeNull();
  expect(world.beaconStore.load(ID).applied).toEqual([TOKEN, TOKEN + 10]);
});

it('a response for another account is kept once when its second copy fails at first', async () => {
  await leaveUnreadResponse();
  const carried = world.carry(ID, TOKEN + 10);
  world.disk.faults.set('copy', { times: 1, code: 'unknown' });
  await window.runs.start(carried.id);
  await window.runs.retrySave();
  await restart();
  expect(receipts().filter(({ accountId }) => accountId === 'site-a')).toHaveLength(1);
});

it('a run takes a response for its own if a run of this account may have left it in the beacon', async () => {
  world.beaconStore.setFaults([{ name: 'drop', operation: 'readResponse', when: 'before' }]);
  const run = await started();
  world.around.elsewhere = [{ accountId: 'site-a', run: { ...run, id: 'theirs', packageToken: TOKEN + 500 } }];
  await restart();
  await window.runs.resume(run.id);
  expect(receipts().map(({ accountId }) => accountId)).toEqual(['account']);
  expect(theRun().outcome).toMatchObject({ kind: 'receipt' });
});
