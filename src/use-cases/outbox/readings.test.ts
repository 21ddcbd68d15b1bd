/** Delivery of readings: sent only when a person asks, judged by the table of product.md, and Verified only by a read. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createPhone } from '../../../test/support/outbox-phone.ts';
import { clientFor } from '../../../test/support/sandbox-client.ts';
import { decodeBase64, encodeBase64 } from '../../domain/base64.ts';
import { deliveredLongAgo } from '../../domain/delivery/delivered-long-ago.ts';
import { READING } from '../../domain/errand.ts';
import { countReceipts, undelivered, type Receipt } from '../../domain/receipt.ts';
import { onRead, onWrite } from '../../sandbox/beacon/beacon.ts';
import { fleetBeacon } from '../../sandbox/beacon/nearby.ts';

const ID = 'tB4x';
const NEIGHBOURS = ['tB4x', 'Kf7Qp2', 'm3Rw', '9cVx2LaT'];
let phone: ReturnType<typeof createPhone>;

beforeEach(async () => {
  phone = createPhone();
  await phone.outbox.start();
});

/** The row that a run leaves of a beacon which holds these values. */
async function read(uniqueId: string, minor: number, change: Partial<Receipt> = {}): Promise<Receipt> {
  const { client } = clientFor({ backend: phone.sandbox });
  const { configs } = (await (await client.get(`/config/readall?uniqueId=${uniqueId}`)).json()) as {
    configs: { config: string }[];
  };
  const nowMs = phone.clock.nowMs();
  const beacon = fleetBeacon('outbox-test', uniqueId, { values: { minor } });
  const written = onWrite(beacon, 'request', decodeBase64(configs[0]!.config)!, nowMs);
  const { bytes } = onRead(written.state, 'response', nowMs + 2000);
  const row: Receipt = {
    ...(await phone.configure(uniqueId, 1, `template ${uniqueId}`)),
    id: `reading ${uniqueId}`,
    kind: READING,
    responseBase64: encodeBase64(bytes!),
    values: {},
    held: true,
    ...change,
  };
  phone.rows().delete(`template ${uniqueId}`);
  phone.rows().set(row.id, row);
  await client.form(`/config/delete?uniqueId=${uniqueId}`, {});
  return row;
}

async function bringUpToDate(row: Receipt): Promise<void> {
  await phone.outbox.hold(row.id, false);
  await phone.outbox.sendNow();
}

describe('a reading in the outbox', () => {
  it('is not sent until a person asks, counts as only on this phone, and holds no configuration back', async () => {
    const row = await read(ID, 77);
    await phone.outbox.sendNow();
    expect(phone.row(row.id)).toMatchObject({ state: 'waiting', tries: 0 });
    expect(countReceipts([...phone.rows().values()])).toMatchObject({ onlyHere: 1, toSend: 0 });
    expect(undelivered([...phone.rows().values()])).toEqual([]);
    const configuration = await phone.configure(ID, 5);
    await phone.outbox.sendNow();
    expect(phone.row(configuration.id).state).toBe('verified');
  });

  it('is sent when a person asks, and is settled once the backend has its values', async () => {
    const row = await read(ID, 77);
    await bringUpToDate(row);
    expect(await phone.snapshot(ID)).toMatchObject({ values: { minor: 77 }, posts: 0 });
    const taken = phone.row(row.id);
    expect(taken).toMatchObject({ state: 'sent', tries: 1, nextAtMs: null, held: true });
    expect(taken.settledAtMs).not.toBeNull();
    expect(countReceipts([taken])).toEqual({ onlyHere: 0, toSend: 0, unverified: 0 });
    expect(phone.learned).toEqual([['sync', true]]);
    expect(deliveredLongAgo([taken], phone.clock.nowMs() + 31 * 86_400_000, 30)).toEqual([taken]);
  });

  it('verifies the configuration whose values the backend shows after it, when nothing is pending', async () => {
    const row = await read(ID, 77, { values: { minor: 77 } });
    await bringUpToDate(row);
    expect(phone.row(row.id).state).toBe('verified');
    expect(phone.verified.map(({ id }) => id)).toEqual([row.id]);
  });

  it.each([
    ['the beacon holds other values', { minor: 78 }, null],
    ['something is pending', { minor: 77 }, { minor: 99 }],
  ])('verifies no configuration if %s', async (_what, values, pending) => {
    const row = await read(ID, 77, { values });
    if (pending !== null) await phone.backend.createConfig({ uniqueIds: [ID], deviceType: 'BEACON', values: pending });
    await bringUpToDate(row);
    expect(phone.row(row.id).state).toBe('sent');
    expect(phone.verified).toEqual([]);
  });

  it('is parked as not supported if the backend has no call for readings', async () => {
    const row = await read(ID, 77);
    await phone.control('options', { deviceSync: 'notFound' });
    await bringUpToDate(row);
    expect(phone.row(row.id)).toMatchObject({ state: 'parked', lastAnswer: { status: 404, code: 'notSupported' } });
    expect(countReceipts([phone.row(row.id)]).onlyHere).toBe(1);
    expect(phone.learned).toEqual([['sync', false]]);
  });

  it('does not pause the sending of configurations if the backend has no call for readings', async () => {
    await phone.control('options', { deviceSync: 'notFound' });
    for (const id of NEIGHBOURS) await phone.outbox.hold((await read(id, 77)).id, false);
    await phone.outbox.sendNow();
    expect([...phone.rows().values()].map(({ state }) => state)).toEqual(NEIGHBOURS.map(() => 'parked'));
    expect(phone.stores.rows.pause).toBeNull();
  });

  it('is sent again after a failure of the network', async () => {
    const row = await read(ID, 77);
    await phone.control('faults', [{ name: 'offline', match: { path: '/device/sync' } }]);
    await phone.outbox.hold(row.id, false);
    await phone.outbox.sendNow();
    expect(phone.row(row.id)).toMatchObject({ state: 'waiting', lastAnswer: { code: 'offline' } });
    await phone.control('faults', []);
    await phone.outbox.sendNow();
    expect(phone.row(row.id).state).toBe('sent');
  });

  it('is not sent once the beacon has been written again after it was read', async () => {
    const row = await read(ID, 77);
    await phone.clock.sleep(1000);
    const configuration = await phone.configure(ID, 5);
    await phone.outbox.hold(configuration.id, true);
    await bringUpToDate(row);
    expect(phone.row(row.id)).toMatchObject({ state: 'waiting', tries: 0 });
  });

  it('is exported in the list of readings of a file, and imported again as a reading', async () => {
    const row = await read(ID, 77);
    const { text, ids } = await phone.outbox.export();
    expect(ids).toEqual([row.id]);
    expect(JSON.parse(text)).toMatchObject({ receipts: [], readings: [{ responseBase64: row.responseBase64 }] });
    phone.rows().clear();
    expect(await phone.outbox.import(text)).toMatchObject({ kind: 'imported', added: 1 });
    expect([...phone.rows().values()]).toMatchObject([
      { kind: 'reading', held: true, state: 'waiting', responseBase64: row.responseBase64 },
    ]);
  });
});
