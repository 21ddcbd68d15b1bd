/** The receipts on a real database: what an import adds, what a write keeps, and who is notified. */
import { expect } from '@open-wc/testing';
import type { Receipt } from '../../domain/receipt.ts';
import { NOW_MS, sampleReceipt } from '../../../test/support/sample-rows.ts';
import { createRowReader } from '../idb/row-reader.ts';
import { openAccountDatabase, type AccountDatabase } from '../idb/schema.ts';
import { createRemarks } from '../second-copy/remarks.ts';
import { createReceiptStore, type ReceiptStore } from './receipt-store.ts';

const ACCOUNT = 'acc-1';
const sample = (id: string, changes: Partial<Receipt> = {}): Receipt => sampleReceipt(ACCOUNT, id, changes);

let database: AccountDatabase;
let receipts: ReceiptStore;
let added = 0;
let reassigned: Receipt[] = [];

beforeEach(async () => {
  ({ database } = await openAccountDatabase(crypto.randomUUID(), true));
  added = 0;
  reassigned = [];
  receipts = createReceiptStore(
    database,
    createRowReader(
      () => Promise.resolve(),
      createRemarks(),
      () => NOW_MS,
    ),
    () => crypto.randomUUID(),
    {
      added: () => (added += 1),
      async reassigned(receipt) {
        await receipts.get(receipt.id);
        reassigned.push(receipt);
      },
    },
  );
});
afterEach(() => database.close());

const responses = async (): Promise<string[]> =>
  (await receipts.all()).map(({ uniqueId, responseBase64 }) => `${uniqueId} ${atob(responseBase64)}`).sort();

describe('a receipt that is assigned to another beacon', () => {
  it('has no valid second copy until that is written, which the caller waits for', async () => {
    await receipts.put(sample('1', { owner: 'unsure', candidates: ['dev-1', 'dev-2'], mirrored: true }));
    const row = await receipts.update('rcp-1', (stored) => ({ ...stored, uniqueId: 'dev-2' }));
    expect(reassigned).to.deep.equal([row]);
    expect(row).to.deep.include({ uniqueId: 'dev-2', mirrored: false });
    expect(await receipts.get('rcp-1')).to.deep.equal(row);
  });

  it('is told from any other change, which leaves the second copy as it is', async () => {
    await receipts.put(sample('1', { mirrored: true }));
    await receipts.update('rcp-1', (stored) => ({ ...stored, tries: 1 }));
    await receipts.update('rcp-1', () => null);
    const asked: Receipt[] = [];
    await receipts.update('never there', (stored) => (asked.push(stored), { ...stored, uniqueId: 'dev-2' }));
    expect(asked).to.deep.equal([]);
    expect(await receipts.all()).to.deep.equal([sample('1', { mirrored: true, tries: 1 })]);
    expect(reassigned).to.deep.equal([]);
  });

  it('keeps its ID', async () => {
    await receipts.put(sample('1'));
    await receipts.update('rcp-1', (stored) => ({ ...stored, id: 'other', tries: 1 }));
    expect(await receipts.all()).to.deep.equal([sample('1', { tries: 1 })]);
  });
});

describe('an import', () => {
  it('adds receipts without a second copy, and reports them once', async () => {
    expect(await receipts.addMissing([sample('1', { mirrored: true }), sample('2')])).to.equal(2);
    expect(await receipts.all()).to.deep.equal([sample('1'), sample('2')]);
    expect(added).to.equal(1);
  });

  it('reports nothing when everything is here already', async () => {
    await receipts.put(sample('1'));
    expect(await receipts.addMissing([])).to.equal(0);
    expect(await receipts.addMissing([sample('1'), { ...sample('1'), id: 'rcp-other' }])).to.equal(0);
    expect(added).to.equal(0);
  });

  it('adds both of two receipts with one ID in the file', async () => {
    expect(await receipts.addMissing([sample('1'), { ...sample('2'), id: 'rcp-1' }])).to.equal(2);
    expect(await responses()).to.deep.equal(['dev-1 response of 1', 'dev-2 response of 2']);
    expect(await receipts.get('rcp-1')).to.deep.equal(sample('1'));
  });

  it('adds no receipt that is here under another candidate of an unsure owner', async () => {
    const unsure = sample('1', { owner: 'unsure', candidates: ['dev-2', 'dev-3'] });
    await receipts.put(unsure);
    const sameOf = (uniqueId: string): Receipt => ({ ...unsure, id: `rcp-${uniqueId}`, uniqueId });
    expect(await receipts.addMissing(['dev-1', 'dev-2', 'dev-3'].map(sameOf))).to.equal(0);
    expect(await receipts.addMissing([sameOf('dev-4')])).to.equal(1);
  });

  it('adds the same response of another beacon or account when the owner is known', async () => {
    const here = sample('1', { candidates: ['dev-1', 'dev-2'] });
    await receipts.put(here);
    const rows = [
      { ...here, id: 'rcp-2', uniqueId: 'dev-2' },
      { ...here, id: 'rcp-3', accountId: 'acc-2' },
    ];
    expect(await receipts.addMissing(rows)).to.equal(2);
    expect(await receipts.ids()).to.deep.equal(['rcp-1', 'rcp-2', 'rcp-3']);
  });
});

describe('a receipt that is written again', () => {
  /** Every field of its delivery. */
  const delivered = sample('1', {
    mirrored: true,
    state: 'parked',
    tries: 3,
    unanswered: 2,
    inFlightSinceMs: 4,
    lastAnswer: { atMs: 4, status: 403, code: 'key', message: 'No' },
    nextAtMs: 5,
    settledAtMs: 6,
    syncAskedAtMs: 7,
  });
  const rest: Partial<Receipt> = { result: 9, clock: 'checkedDate' };
  const storedAfter = async (stored: Receipt, given: Receipt): Promise<Receipt | null> => {
    await receipts.put(stored);
    await receipts.put(given);
    return receipts.get(given.id);
  };

  it('keeps the delivery of a stored row that was sent more often, and takes over the rest', async () => {
    expect(await storedAfter(delivered, sample('1', rest))).to.deep.equal({ ...delivered, ...rest });
  });

  it('keeps the delivery of a stored row that is settled', async () => {
    const given = sample('1', { ...rest, tries: 3 });
    expect(await storedAfter(delivered, given)).to.deep.equal({ ...delivered, ...rest });
  });

  it('is stored as given when the stored row is not further', async () => {
    const given = { ...delivered, ...rest, state: 'verified' as const, mirrored: false };
    expect(await storedAfter(delivered, given)).to.deep.equal(given);
    const more = { ...given, tries: 4 };
    expect(await storedAfter(sample('2', { tries: 3 }), { ...more, id: 'rcp-2' })).to.deep.equal({
      ...more,
      id: 'rcp-2',
    });
    const open = sample('3', { tries: 2, nextAtMs: 8 });
    expect(await storedAfter(sample('3', { tries: 2, nextAtMs: 9 }), open)).to.deep.equal(open);
  });

  it('is stored without a response where there is none', async () => {
    const empty = sample('1', { responseBase64: '' });
    expect(await storedAfter(empty, { ...empty, tries: 1 })).to.deep.equal({ ...empty, tries: 1 });
  });

  it('is a copied one if either row says so', async () => {
    const further = sample('1', { tries: 1, mirrored: false });
    expect(await storedAfter(further, sample('1', { mirrored: true }))).to.deep.equal({ ...further, mirrored: true });
    const never = sample('2', { tries: 1, mirrored: false });
    expect(await storedAfter(never, sample('2'))).to.deep.equal(never);
  });

  it('does not take over the delivery of another response', async () => {
    const given = sample('1', { responseBase64: 'c2Vjb25k' });
    expect(await storedAfter(delivered, given)).to.deep.equal(given);
    expect(await responses()).to.deep.equal(['dev-1 response of 1', 'dev-1 second']);
  });
});
