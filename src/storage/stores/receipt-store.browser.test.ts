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
    createRowReader(database, createRemarks(), () => NOW_MS),
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

describe('a receipt that is assigned to another beacon', () => {
  it('has no valid second copy until that is written, which the caller waits for', async () => {
    await receipts.put(sample('1', { owner: 'unsure', candidates: ['dev-1', 'dev-2'], mirrored: true }));
    const row = await receipts.update('rcp-1', (stored) => ({ ...stored, uniqueId: 'dev-2' }));
    expect(reassigned).to.deep.equal([row]);
    expect(row).to.deep.include({ uniqueId: 'dev-2', mirrored: false });
    expect(await receipts.get('rcp-1')).to.deep.equal(row);
  });

  it('is distinguished from a receipt with any other change, which leaves the second copy valid', async () => {
    await receipts.put(sample('1', { mirrored: true }));
    await receipts.update('rcp-1', (stored) => ({ ...stored, tries: 1 }));
    await receipts.update('rcp-1', () => null);
    const asked: Receipt[] = [];
    await receipts.update('never there', (stored) => (asked.push(stored), { ...stored, uniqueId: 'dev-2' }));
    expect(asked).to.deep.equal([]);
    expect(await receipts.all()).to.deep.equal([sample('1', { mirrored: true, tries: 1 })]);
    expect(reassigned).to.deep.equal([]);
  });
});

describe('an import', () => {
  it('adds receipts without a second copy, and reports them once', async () => {
    expect(await receipts.addMissing([sample('1', { mirrored: true }), sample('2')])).to.equal(2);
    expect(await receipts.all()).to.deep.equal([sample('1'), sample('2')]);
    expect(added).to.equal(1);
  });

  it('of receipts reports no new one when all of them are on the phone already', async () => {
    await receipts.put(sample('1'));
    expect(await receipts.addMissing([])).to.equal(0);
    expect(await receipts.addMissing([sample('1'), { ...sample('1'), id: 'rcp-other' }])).to.equal(0);
    expect(added).to.equal(0);
  });
});
