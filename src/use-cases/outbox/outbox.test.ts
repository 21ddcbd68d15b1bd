import { fixtureDevice } from '../../../test/support/fixture-rows.ts';
import { describe, expect, it } from 'vitest';
import { createPhone, IDS } from '../../../test/support/outbox-phone.ts';
import { START } from '../../../test/support/sandbox-phone.ts';
import { restoredReceipt } from '../../domain/new-receipt.ts';
import { undelivered } from '../../domain/receipt.ts';

describe('delivery of receipts to the sandbox:', () => {
  it('sends what waits at the start and shows Verified when the backend confirms it', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 11);
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-11').state === 'verified');
    expect(phone.row('r-tB4x-11')).toMatchObject({
      tries: 1,
      unanswered: 0,
      lastAnswer: { status: 204, code: 'verified' },
    });
    await phone.outbox.sendNow();
    expect(phone.outbox.state.value).toMatchObject({ toSend: 0, pause: null, sending: false });
    expect(await phone.snapshot('tB4x')).toMatchObject({ posts: 1, pending: null });
    expect(phone.troubles).toEqual([]);
  });

  it.each([409, 422, 404])(
    'reads the device when an answer was lost and the repeated post is refused with %i, and verifies the receipt if the device showed other values before',
    async (repeatAnswer) => {
      const phone = createPhone();
      await phone.control('options', { repeatAnswer });
      await phone.configure('tB4x', 12);
      phone.stores.rows.devices.set('tB4x', fixtureDevice(0, { uniqueId: 'tB4x', attributes: { minor: 11 } }));
      await phone.control('faults', [{ name: 'lost', match: { path: '/device/update' }, times: 1 }]);
      await phone.outbox.start();
      await phone.until(() => phone.row('r-tB4x-12').state === 'verified');
      expect(phone.row('r-tB4x-12')).toMatchObject({ tries: 2, unanswered: 1, answers: 'refused', shownBefore: false });
      expect((await phone.snapshot('tB4x')).posts).toBe(2);
    },
  );

  it('verifies a restored receipt by a read after a lost answer and a refused repeat, if the device showed other values before', async () => {
    const phone = createPhone();
    await phone.control('options', { repeatAnswer: 409 });
    const row = await phone.configure('tB4x', 12);
    phone.rows().set(row.id, restoredReceipt(row));
    phone.stores.rows.devices.set('tB4x', fixtureDevice(0, { uniqueId: 'tB4x', attributes: { minor: 11 } }));
    await phone.control('faults', [{ name: 'lost', match: { path: '/device/update' }, times: 1 }]);
    await phone.outbox.start();
    await phone.until(() => ['verified', 'parked'].includes(phone.row(row.id).state));
    expect(phone.row(row.id)).toMatchObject({ state: 'verified', answers: 'refused', shownBefore: false });
  });

  it.each([409, 422, 404])(
    'goes on sending other receipts when the repeats of receipts restored from second copies are refused with %i',
    async (repeatAnswer) => {
      const phone = createPhone();
      await phone.control('options', { repeatAnswer });
      const known = IDS.slice(0, 3);
      const copies = [];
      for (const uniqueId of known) copies.push(await phone.configure(uniqueId, 11));
      await phone.outbox.start();
      await phone.until(() => known.every((uniqueId) => phone.row(`r-${uniqueId}-11`).state === 'verified'));
      // The database was emptied: the second copies do not say what was answered.
      for (const copy of copies) phone.rows().set(copy.id, restoredReceipt(copy));
      await phone.configure(IDS[3]!, 12);
      await phone.outbox.sendNow();
      await phone.until(() => phone.row(`r-${IDS[3]!}-12`).state === 'verified');
      expect(known.map((uniqueId) => phone.row(`r-${uniqueId}-11`).lastAnswer)).toEqual(
        known.map(() => expect.objectContaining({ code: 'unproven', status: repeatAnswer })),
      );
      expect(phone.stores.rows.pause).toBeNull();
    },
  );

  it.each([409, 422, 404])(
    'leaves a receipt unproven after a lost answer and a repeat refused with %i, if the values of the device before are unknown',
    async (repeatAnswer) => {
      const phone = createPhone();
      await phone.control('options', { repeatAnswer });
      await phone.configure('tB4x', 12);
      await phone.control('faults', [{ name: 'lost', match: { path: '/device/update' }, times: 1 }]);
      await phone.outbox.start();
      await phone.until(() => phone.row('r-tB4x-12').state === 'parked');
      expect(phone.row('r-tB4x-12')).toMatchObject({
        tries: 2,
        answers: 'refused',
        lastAnswer: { code: 'unproven', status: repeatAnswer },
      });
      expect((await phone.snapshot('tB4x')).posts).toBe(2);
      // A person can post it again. When that is accepted and the values are shown, it is Verified.
      await phone.control('options', { repeatAnswer: 204 });
      await phone.outbox.sendNow(['r-tB4x-12']);
      await phone.until(() => phone.row('r-tB4x-12').state === 'verified');
    },
  );

  it('an imported receipt that the backend refuses is not Verified by the values of its file', async () => {
    const phone = createPhone();
    const row = await phone.configure('tB4x', 12);
    const { values } = await phone.snapshot('tB4x');
    await phone.control('device', { uniqueId: 'tB4x', pending: null });
    const shown = { interval: values['interval'] as number };
    phone.rows().set(row.id, { ...row, responseBase64: 'AAAA', origin: 'import', values: shown });
    await phone.outbox.start();
    await phone.until(() => phone.row(row.id).state === 'parked');
    expect(phone.row(row.id).lastAnswer).toMatchObject({ status: 422, code: 'shown' });
  });

  it.each(['errorBeside', 'goesOn', 'emptyList', 'configsNull', 'oddElement', 'created'])(
    'a receipt answered with "%s" is Sent until a read shows the values',
    async (name) => {
      const phone = createPhone();
      await phone.configure('tB4x', 13);
      await phone.control('faults', [{ name, effect: false, match: { path: '/device/update' }, times: 1 }]);
      await phone.outbox.start();
      await phone.until(() => phone.row('r-tB4x-13').state === 'sent');
      await phone.clock.sleep(700_000);
      await phone.clock.sleep(30_000);
      await phone.until(() => phone.row('r-tB4x-13').state === 'notVerified');
      expect(phone.outbox.state.value).toMatchObject({ toSend: 0, unverified: 1 });
      // The receipt itself was valid all the time.
      await phone.outbox.sendNow(['r-tB4x-13']);
      await phone.until(() => phone.row('r-tB4x-13').state === 'verified');
      expect(phone.outbox.state.value).toMatchObject({ toSend: 0, unverified: 0 });
    },
  );

  it('a list that names the device in another case does not make a receipt Verified', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 13);
    await phone.configure('Kf7Qp2', 13, 'foreign');
    phone.rows().set('r-tB4x-13', { ...phone.row('r-tB4x-13'), responseBase64: phone.row('foreign').responseBase64 });
    phone.rows().delete('foreign');
    await phone.control('faults', [{ name: 'otherCase', match: { path: '/device/update' }, times: 1 }]);
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-13').state === 'notVerified');
  });

  it('a 401 to a post that was in flight when another key was entered pauses nothing', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 16);
    phone.key.value = 'wrong';
    await phone.control('faults', [{ name: 'status', status: 401, match: { path: '/device/update' }, times: 1 }]);
    let gave = false;
    phone.onRequest.value = async (path) => {
      if (gave || !path.startsWith('/device/update')) return;
      gave = true;
      phone.key.value = 'sandbox-owner-key';
      void phone.outbox.keyGiven();
    };
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-16').state === 'verified');
    expect(phone.stores.rows.pause).toBeNull();
  });

  it('"Resume" in one window applies to the next sender', async () => {
    const phone = createPhone();
    for (const id of IDS) await phone.configure(id, 18);
    await phone.control('faults', [{ name: 'status', status: 403, match: { path: '/device/update' }, times: 4 }]);
    await phone.outbox.start();
    await phone.until(() => phone.stores.rows.pause !== null);
    const other = phone.anotherWindow();
    await other.resume();
    await phone.until(() => phone.outbox.state.value.pause === null);
    // The fourth refusal, in the first window, counts as the first of a new series.
    await phone.outbox.sendNow();
    await phone.until(
      () =>
        [...phone.rows().values()].filter((row) => row.state === 'parked').length === 4 &&
        [...phone.rows().values()].some((row) => row.state === 'verified'),
    );
    expect(phone.stores.rows.pause).toBeNull();
  });

  it('a receipt that was given up is kept, is not counted, and can be resumed', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 18);
    await phone.control('faults', [{ name: 'status', status: 403, match: { path: '/device/update' } }]);
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-18').state === 'parked');
    expect(phone.outbox.state.value.toSend).toBe(1);
    await phone.outbox.giveUp('r-tB4x-18');
    expect(phone.outbox.state.value.toSend).toBe(0);
    await phone.outbox.retryParked();
    expect(phone.row('r-tB4x-18')).toMatchObject({ state: 'parked', tries: 1 });
    await phone.outbox.takeUp('r-tB4x-18');
    expect(phone.outbox.state.value.toSend).toBe(1);
  });

  it('a list that is read later verifies a receipt that was left as Sent', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 13);
    // The post is accepted, but the backend does not show it for a long time.
    await phone.control('faults', [{ name: 'accepted', effect: false, match: { path: '/device/update' }, times: 1 }]);
    await phone.control('device', { uniqueId: 'tB4x', pending: null });
    await phone.outbox.start();
    await phone.clock.sleep(700_000);
    await phone.clock.sleep(30_000);
    await phone.until(() => phone.row('r-tB4x-13').settledAtMs !== null);
    expect(phone.row('r-tB4x-13').state).toBe('sent');
    await phone.control('device', { uniqueId: 'tB4x', values: { minor: 13 } });
    const read = await phone.backend.readDevice('tB4x');
    if (!read.ok || read.value === null) throw new Error('the device is there');
    await phone.stores.devices.putMany([{ ...read.value, order: 0, readAtMs: phone.clock.nowMs() }]);
    await phone.until(() => phone.row('r-tB4x-13').state === 'verified');
  });

  it('a sent receipt no longer holds back the next change if the backend offers no package and has no list of pending changes', async () => {
    const phone = createPhone();
    await phone.control('options', { configList: false });
    await phone.configure('tB4x', 13);
    await phone.control('faults', [{ name: 'accepted', effect: false, match: { path: '/device/update' }, times: 1 }]);
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-13').state === 'sent');
    await phone.clock.sleep(5000);
    // A package is still offered, so nothing is known yet.
    expect(undelivered([...phone.rows().values()])).toHaveLength(1);
    await phone.control('device', { uniqueId: 'tB4x', pending: null });
    await phone.until(() => phone.row('r-tB4x-13').settledAtMs !== null);
    expect(phone.clock.nowMs() - START).toBeLessThan(600_000);
    expect(phone.row('r-tB4x-13')).toMatchObject({ state: 'sent', nextAtMs: null });
    expect(undelivered([...phone.rows().values()])).toEqual([]);
    // Neither Verified nor dropped: the values are not shown.
    expect(phone.outbox.state.value).toMatchObject({ toSend: 0, unverified: 1 });
  });

  it.each([204, 200])(
    'an answer lost after it took effect is repeated once; the repeat is answered %i',
    async (repeatAnswer) => {
      const phone = createPhone();
      await phone.control('options', { repeatAnswer });
      await phone.configure('tB4x', 12);
      await phone.control('faults', [{ name: 'lost', match: { path: '/device/update' }, times: 1 }]);
      await phone.outbox.start();
      await phone.until(() => phone.row('r-tB4x-12').state === 'verified');
      expect(phone.row('r-tB4x-12')).toMatchObject({ tries: 2, unanswered: 1 });
      const { posts, effects } = await phone.snapshot('tB4x');
      expect(posts).toBe(2);
      expect(Object.values(effects)).toEqual([1]);
    },
  );

  it.each([
    ['accepted', 202],
    ['emptyObject', 200],
  ])('a receipt answered with "%s" is Sent, and Verified when a later read shows the values', async (name, status) => {
    const phone = createPhone();
    await phone.configure('tB4x', 13);
    await phone.control('faults', [{ name, match: { path: '/device/update' }, times: 1 }]);
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-13').state === 'sent');
    expect(phone.row('r-tB4x-13').lastAnswer).toMatchObject({ status, code: 'sent' });
    await phone.until(() => phone.row('r-tB4x-13').state === 'verified');
    expect(phone.row('r-tB4x-13').tries).toBe(1);
  });

  it.each(['captivePortal', 'redirect', 'truncated', 'notJson', 'offline'])(
    'the fault "%s" keeps the receipt, which is sent again',
    async (name) => {
      const phone = createPhone();
      await phone.configure('tB4x', 14);
      await phone.control('faults', [{ name, match: { path: '/device/update' }, times: 2 }]);
      await phone.outbox.start();
      await phone.until(() => phone.row('r-tB4x-14').state === 'verified');
      expect(phone.row('r-tB4x-14').tries).toBe(3);
    },
  );

  it.each([
    ['seconds', 30],
    ['date', 30],
    ['joined', 30],
    ['none', 60],
  ] as const)('429 with Retry-After as %s waits %i s', async (retryAfter, seconds) => {
    const phone = createPhone();
    await phone.configure('tB4x', 15);
    await phone.control('faults', [
      { name: 'status', status: 429, retryAfter, seconds: 30, match: { path: '/device/update' }, times: 1 },
    ]);
    const begunMs = phone.clock.nowMs();
    await phone.outbox.start();
    await phone.until(() => phone.row('r-tB4x-15').tries === 1 && phone.row('r-tB4x-15').nextAtMs !== null);
    // A person may skip the wait once; after that the requested wait is waited out.
    await phone.control('faults', [
      { name: 'status', status: 429, retryAfter, seconds: 30, match: { path: '/device/update' }, times: 1 },
    ]);
    phone.happens('online');
    await phone.outbox.sendNow(['r-tB4x-15']);
    expect(phone.row('r-tB4x-15').tries).toBe(2);
    expect(phone.outbox.state.value.wait).toMatchObject({ wasPressed: true });
    await phone.outbox.sendNow(['r-tB4x-15']);
    await phone.outbox.sendNow();
    expect(phone.row('r-tB4x-15').tries).toBe(2);
    await phone.clock.sleep(seconds * 1000 + 5000);
    await phone.until(() => phone.row('r-tB4x-15').state === 'verified');
    expect(phone.clock.nowMs() - begunMs).toBeGreaterThanOrEqual(seconds * 1000);
  });

  it('waits as long as a 429 to another request of the account requires, shows the wait, and then sends once', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 15);
    const limit = { name: 'status', status: 429, seconds: 30, match: { path: '/config' }, times: 1 };
    await phone.control('faults', [limit]);
    const begunMs = phone.clock.nowMs();
    await phone.backend.readPending('tB4x', 'BEACON');
    await phone.outbox.start();
    phone.happens('online');
    await phone.until(() => phone.outbox.state.value.wait != null && !phone.outbox.state.value.sending);
    expect(phone.row('r-tB4x-15')).toMatchObject({ tries: 0, state: 'waiting' });
    expect(phone.outbox.state.value.wait).toEqual({ atMs: begunMs, untilMs: begunMs + 30_000, wasPressed: false });
    await phone.clock.sleep(30_000);
    await phone.until(() => phone.row('r-tB4x-15').state === 'verified');
    expect(phone.row('r-tB4x-15')).toMatchObject({ tries: 1 });
    expect(phone.clock.nowMs() - begunMs).toBeLessThan(31_000);
  });

  it('a 401 pauses all sending, loses nothing, and sending continues with a new key', async () => {
    const phone = createPhone();
    for (const id of IDS) await phone.configure(id, 16);
    phone.key.value = 'wrong';
    await phone.outbox.start();
    await phone.until(() => phone.stores.rows.pause?.reason === 'key');
    const tries = [...phone.rows().values()].map((row) => row.tries);
    expect(tries.reduce((sum, one) => sum + one)).toBe(1);
    phone.happens('online');
    await phone.outbox.sendNow();
    expect([...phone.rows().values()].every((row) => row.state === 'waiting' && row.unanswered === 0)).toBe(true);
    phone.key.value = 'sandbox-owner-key';
    await phone.outbox.keyGiven();
    await phone.until(() => [...phone.rows().values()].every((row) => row.state === 'verified'));
  });

  it('shows the progress of sending, and nothing afterwards', async () => {
    const phone = createPhone();
    for (const id of IDS) await phone.configure(id, 16);
    const progress: string[] = [];
    phone.outbox.state.subscribe(() => {
      const { sync } = phone.outbox.state.value;
      if (sync !== null) progress.push(`${sync.done} of ${sync.of}`);
    });
    await phone.outbox.start();
    await phone.until(() => [...phone.rows().values()].every((row) => row.state === 'verified'));
    await phone.outbox.sendNow();
    expect(phone.outbox.state.value.sync).toBeNull();
    expect(progress[0]).toBe('0 of 5');
    expect(progress).toContain('5 of 5');
    expect([...progress].sort()).toEqual(progress);
  });

  it('"try again" for some refused receipts and edits sends only these', async () => {
    const phone = createPhone();
    for (const id of IDS.slice(0, 2)) await phone.configure(id, 16);
    for (const id of IDS.slice(0, 2))
      phone.rows().set(`r-${id}-16`, {
        ...phone.row(`r-${id}-16`),
        state: 'parked',
        lastAnswer: { atMs: START, status: 409, code: 'conflict', message: '' },
      });
    await phone.outbox.start();
    await phone.outbox.retryParked([`r-${IDS[0]}-16`]);
    await phone.until(() => phone.row(`r-${IDS[0]}-16`).state === 'verified');
    expect(phone.row(`r-${IDS[1]}-16`)).toMatchObject({ state: 'parked', tries: 0 });
  });

  it('sends nothing and changes nothing without a key', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 17);
    phone.key.value = null;
    const before = phone.row('r-tB4x-17');
    await phone.outbox.start();
    await phone.outbox.sendNow();
    expect(phone.row('r-tB4x-17')).toEqual({ ...before });
    expect(await phone.snapshot('tB4x')).toMatchObject({ posts: 0 });
  });

  it('sets refused receipts aside, sends all others, and pauses at the third equal refusal in a row', async () => {
    const phone = createPhone();
    for (const id of IDS) await phone.configure(id, 18);
    await phone.control('faults', [{ name: 'status', status: 403, match: { path: '/device/update' }, times: 3 }]);
    await phone.outbox.start();
    await phone.until(() => phone.stores.rows.pause !== null);
    // Another key does not end this pause.
    await phone.outbox.keyGiven();
    expect(phone.stores.rows.pause).toMatchObject({ reason: 'sameRefusal', status: 403 });
    expect([...phone.rows().values()].map((row) => row.state).sort()).toEqual([
      'parked',
      'parked',
      'parked',
      'waiting',
      'waiting',
    ]);
    expect(
      [...phone.rows().values()]
        .filter((row) => row.state === 'parked')
        .every(({ lastAnswer, answers }) => lastAnswer?.code === 'forbidden' && answers === 'refused'),
    ).toBe(true);
    await phone.outbox.retryParked();
    await phone.until(() => [...phone.rows().values()].every((row) => row.state === 'verified'));
  });

  it('says of a receipt that is not verified whether a later change has replaced its values, and keeps the new package', async () => {
    const phone = createPhone();
    const good = await phone.configure('tB4x', 19);
    // A response of another beacon: nothing verifies it.
    const foreign = await phone.configure('Kf7Qp2', 20, 'foreign');
    phone.rows().set('r-tB4x-19', { ...good, responseBase64: foreign.responseBase64 });
    phone.rows().delete('foreign');
    await phone.configure('m3Rw', 21);
    await phone.backend.createConfig({ uniqueIds: ['m3Rw'], deviceType: 'BEACON', values: { major: 9 } });
    await phone.outbox.start();
    await phone.until(() => [...phone.rows().values()].every((row) => row.state === 'notVerified'));
    expect(phone.row('r-tB4x-19').lastAnswer?.code).toBe('notVerified');
    expect(phone.row('r-m3Rw-21').lastAnswer?.code).toBe('replaced');
    expect(phone.offered.sort()).toEqual(['m3Rw', 'tB4x']);
  });

  it('only one of two windows sends the receipts that both have stored', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 22);
    await phone.outbox.start();
    await Promise.all([phone.outbox.sendNow(), phone.outbox.sendNow(), phone.outbox.kick('online')]);
    await phone.until(() => phone.row('r-tB4x-22').state === 'verified');
    expect(await phone.snapshot('tB4x')).toMatchObject({ posts: 1 });
  });

  it('does not send receipts that a person holds back, nor those of another account', async () => {
    const phone = createPhone();
    await phone.configure('tB4x', 23);
    phone.rows().set('other', { ...phone.row('r-tB4x-23'), id: 'other', accountId: 'someone else' });
    await phone.outbox.hold('r-tB4x-23', true);
    await phone.outbox.start();
    await phone.outbox.sendNow();
    expect(await phone.snapshot('tB4x')).toMatchObject({ posts: 0 });
    expect(phone.outbox.state.value.receipts.map(({ id }) => id)).toEqual(['r-tB4x-23']);
    expect((await phone.outbox.export()).ids).toEqual(['r-tB4x-23']);
    expect((await phone.outbox.export(['other'])).ids).toEqual([]);
    await phone.outbox.hold('r-tB4x-23', false);
    await phone.until(() => phone.row('r-tB4x-23').state === 'verified');
    expect(phone.row('other')).toMatchObject({ state: 'waiting', tries: 0 });
  });
});
