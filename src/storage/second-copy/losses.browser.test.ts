/** A lost database is reported until somebody has read the report, also after a reload and in another window. */
import { whenFits } from '../../domain/when-fits.ts';
import { expect } from '@open-wc/testing';
import { commitSample, openSample, removeDatabase } from '../../../test/support/sample-rows.ts';
import { accountDatabase } from '../../names.ts';

let accountId = '';
beforeEach(() => {
  accountId = crypto.randomUUID();
});

async function lose(): Promise<void> {
  await removeDatabase(accountDatabase(accountId));
}

it('a loss is reported at every start, together with later losses, until somebody has read the report', async () => {
  const first = await openSample(accountId);
  for (const id of ['1', '2']) await commitSample(first, accountId, id);
  first.close();
  await lose();
  const lost = ['databaseEmptied', 'copiesRestored:2'];
  for (let start = 1; start <= 2; start += 1) {
    const storage = await openSample(accountId);
    expect(storage.remarks.value, `start ${start}`).to.deep.equal(lost);
    storage.close();
  }
  const [here, beside] = [await openSample(accountId), await openSample(accountId)];
  const notified = whenFits(beside.remarks, ({ length }) => length === 0);
  await here.lossesRead();
  await notified;
  expect([here.remarks.value, beside.remarks.value]).to.deep.equal([[], []]);
  here.close();
  beside.close();
  const later = await openSample(accountId);
  expect(later.remarks.value).to.deep.equal([]);
  later.close();
});
