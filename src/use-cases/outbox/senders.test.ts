/** One step of the sender at a time: what it posts or reads, what it stores of the answer, and what it reports. */
import { describe, expect, it } from 'vitest';
import { fixtureDevice, fixtureEdit, fixtureReceipt } from '../../../test/support/fixture-rows.ts';
import { memoryPace } from '../../../test/support/pace.ts';
import { createMemoryStores } from '../../../test/support/memory-stores.ts';
import { account, failed } from '../../../test/support/model-backend.ts';
import { virtualValuesOf } from '../../domain/delivery/edits.ts';
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { PostAnswer } from '../../domain/delivery/answer-types.ts';
import type { AttributeValues, Device } from '../../domain/device.ts';
import { READING } from '../../domain/errand.ts';
import { type Receipt } from '../../domain/receipt.ts';
import type { VirtualEdit } from '../../domain/virtual-edit.ts';
import type { DrainerParts, StepEnd } from './drainer-parts.ts';
import { sendEdit } from './edit-sender.ts';
import { liftPauseForKey, pauseAtSameRefusal } from './pause.ts';
import { readQueue } from './drain-turn.ts';
import { postReceipt, readBack } from './receipt-sender.ts';

const NOW = 1_700_000_000_000;
const VERIFIED: PostAnswer = { kind: 'nothingPending', status: 204 };
const REFUSED = failed('invalid', 422);
const fails = ({ failure }: ReturnType<typeof failed>) => ({ ok: false as const, failure });
const listing = (...packages: [uniqueId: string, base64: string][]): PostAnswer => ({
  kind: 'listing',
  status: 200,
  isWhole: true,
  packages: packages.map(([uniqueId, base64]) => ({ uniqueId, base64 })),
});

interface Answers {
  readonly post?: PostAnswer;
  readonly save?: BackendResult<number>;
  readonly device?: BackendResult<Device | null>;
  readonly pending?: BackendResult<AttributeValues | null>;
  /** Called while the request is on its way. */
  readonly during?: () => void;
}

const LISTED = fixtureDevice(0, { uniqueId: 'tB4x', attributes: { minor: 1 }, order: 7, readAtMs: 5 });

function createScene({ post = VERIFIED, save = { ok: true, value: 204 }, device, pending, during }: Answers = {}) {
  const stores = createMemoryStores();
  const requests: unknown[] = [];
  const calls: unknown[] = [];
  const troubles: unknown[] = [];
  const { signal } = new AbortController();
  const answer =
    <Value>(name: string, value: Value) =>
    async (...parameters: unknown[]): Promise<Value> => {
      const given = parameters.at(-1) === signal ? parameters.slice(0, -1) : [...parameters, 'no signal'];
      requests.push([name, ...given]);
      during?.();
      return value;
    };
  const parts: DrainerParts = {
    account,
    ...stores,
    pace: memoryPace({ nowMs: () => NOW }, stores.queue),
    backend: {
      postResponse: answer('response', post),
      postReading: answer('reading', post),
      postVirtual: answer('virtual', save),
      readDevice: answer('device', device ?? { ok: true, value: LISTED }),
      readPending: answer('pending', pending ?? { ok: true, value: null }),
      encryptConfig: answer('encrypt', { ok: true, value: null }),
    },
    locks: { acquire: async () => () => undefined },
    clock: { nowMs: () => NOW },
    random: () => 0.5,
    hasKey: () => true,
    onNewPackage: (...offered) => void calls.push(['offered', ...offered]),
    learn: (...learned) => void calls.push(['learned', ...learned]),
    onVerified: ({ id }) => void calls.push(['verified', id]),
    onTrouble: (error) => void troubles.push(error),
  };
  const contexts: number[] = [];
  const context = (tries: number) => {
    contexts.push(tries);
    return { nowMs: NOW, random: 0.5, settings: account.settings.delivery, failures: Math.max(1, tries) };
  };
  const put = (row: Receipt): Receipt => {
    stores.rows.receipts.set(row.id, row);
    return row;
  };
  const row = (): Receipt => stores.rows.receipts.get('r')!;
  return {
    parts,
    stores,
    rows: stores.rows,
    requests: requests,
    calls: calls,
    troubles,
    contexts,
    context,
    put,
    row,
    post: (chosen: Receipt) => postReceipt(parts, chosen, context, () => undefined, signal),
    readBack: (chosen: Receipt) => readBack(parts, chosen, context, signal),
    sendEdit: (chosen: VirtualEdit) => sendEdit(parts, chosen, context(0), signal),
  };
}

const waits = (change: Partial<Receipt> = {}): Receipt =>
  fixtureReceipt('tB4x', { id: 'r', accountId: account.id, values: { minor: 2 }, ...change });
const reading = (change: Partial<Receipt> = {}): Receipt =>
  waits({ kind: READING, held: true, syncAskedAtMs: 1, values: {}, ...change });
const refusedFirst = (change: Partial<Receipt> = {}): Receipt =>
  waits({ lastAnswer: { atMs: NOW - 5, status: 422, code: 'readFirst', message: '' }, answers: 'refused', ...change });

describe('the post of a receipt', () => {
  it('is stored as in flight before it is sent, and as answered afterwards', async () => {
    const during = { inFlightSinceMs: null as number | null, tries: 0 };
    const scene = createScene({ during: () => Object.assign(during, scene.row()) });
    const row = scene.put(waits());
    const { uniqueId, deviceType, responseBase64, updatedSeconds } = row;
    await expect(scene.post(row)).resolves.toEqual({ kind: 'answered', wasTaken: true });
    expect(scene.requests).toEqual([['response', { uniqueId, deviceType, responseBase64, updatedSeconds }]]);
    expect(during).toMatchObject({ inFlightSinceMs: NOW, tries: 1 });
    expect(scene.row()).toMatchObject({ state: 'verified', inFlightSinceMs: null, tries: 1 });
    expect(scene.calls).toEqual([['verified', 'r']]);
    expect(scene.contexts).toEqual([1]);
  });

  it('uses another call of the backend if the receipt is that of a reading', async () => {
    const scene = createScene({ post: { kind: 'accepted', status: 200 } });
    const { uniqueId, responseBase64, updatedSeconds, ...row } = reading();
    const chosen = scene.put({ uniqueId, responseBase64, updatedSeconds, ...row });
    await expect(scene.post(chosen)).resolves.toEqual({ kind: 'answered', wasTaken: true });
    expect(scene.requests).toEqual([['reading', { uniqueId, responseBase64, updatedSeconds }]]);
    expect(scene.calls).toEqual([['learned', 'sync', true]]);
    expect(scene.row()).toMatchObject({ state: 'sent' });
  });

  it.each<[string, Partial<Receipt>]>([
    ['is held by now', { held: true }],
    ['is settled by now', { state: 'verified' }],
    ['belongs to another beacon by now', { uniqueId: 'm3Rw' }],
    ['has to be read first by now', { lastAnswer: { atMs: 1, status: 200, code: 'readFirst', message: '' } }],
  ])('does not take place where the receipt %s', async (_why, change) => {
    const scene = createScene();
    const chosen = waits();
    const now = scene.put({ ...chosen, ...change });
    await expect(scene.post(chosen)).resolves.toEqual({ kind: 'skipped' });
    expect(scene.requests).toEqual([]);
    expect(scene.row()).toEqual(now);
  });

  it('does not take place if the receipt cannot be stored as being sent, because a second post would not be noticed', async () => {
    const scene = createScene();
    const fault = new Error('no room');
    const chosen = scene.put(waits());
    scene.stores.receipts.update = () => Promise.reject(fault);
    await expect(scene.post(chosen)).rejects.toBe(fault);
    expect(scene.requests).toEqual([]);
    expect(scene.row()).toEqual(chosen);
  });

  it('does not take place if the receipt no longer exists', async () => {
    const scene = createScene();
    await expect(scene.post(waits())).resolves.toEqual({ kind: 'skipped' });
    expect(scene.requests).toEqual([]);
  });

  it.each<[string, PostAnswer, StepEnd, Partial<Receipt>]>([
    [
      'a missing network',
      failed('offline', 0),
      { kind: 'failed', failure: failed('offline', 0).failure },
      { unanswered: 1 },
    ],
    ['a wrong key', failed('key', 401), { kind: 'key' }, { unanswered: 0, state: 'waiting' }],
    ['a missing key', failed('noKey', 0), { kind: 'noKey' }, { unanswered: 0, tries: 0 }],
    ['a refusal', REFUSED, { kind: 'answered', wasTaken: false }, { answers: 'refused', state: 'waiting' }],
    ['an acceptance', { kind: 'accepted', status: 202 }, { kind: 'answered', wasTaken: true }, { state: 'sent' }],
  ])('reports to the queue how it ended: %s', async (_which, post, end, row) => {
    const scene = createScene({ post });
    await expect(scene.post(scene.put(waits()))).resolves.toEqual(end);
    expect(scene.row()).toMatchObject({ inFlightSinceMs: null, ...row });
    expect(scene.calls).toEqual([]);
  });

  it.each<[string, Device | null, boolean | null]>([
    ['other values', { ...LISTED, attributes: { minor: 1 } }, false],
    ['the same values', { ...LISTED, attributes: { minor: 2 } }, true],
    ['no such values', { ...LISTED, attributes: {} }, null],
    ['no such beacon', null, null],
  ])('notes what the list showed before it: %s', async (_which, device, shownBefore) => {
    const scene = createScene({ post: failed('offline', 0) });
    if (device !== null) scene.rows.devices.set('tB4x', { ...LISTED, ...device });
    await scene.post(scene.put(waits()));
    expect(scene.row().shownBefore).toBe(shownBefore);
    expect(scene.troubles).toEqual([]);
  });

  it('is sent even if the device list cannot be read', async () => {
    const scene = createScene();
    const fault = new Error('torn');
    scene.stores.devices.get = () => Promise.reject(fault);
    await scene.post(scene.put(waits()));
    expect(scene.row()).toMatchObject({ state: 'verified', shownBefore: null });
    expect(scene.troubles).toEqual([fault]);
  });

  it.each<[string, PostAnswer, string]>([
    ['another known beacon', listing(['m3Rw', 'AAAA']), 'verified'],
    ['another known beacon, with space around its ID', listing([' m3Rw ', 'AAAA']), 'verified'],
    ['a beacon that this phone does not know', listing(['m3Rw', 'AAAA'], ['Kf7Qp2', 'AAAA']), 'waiting'],
    ['this beacon', listing(['tB4x', 'AAAA']), 'waiting'],
    ['none', listing(), 'verified'],
  ])(
    'is Verified only if its answer lists no beacon that may be this one; it lists %s',
    async (_which, post, state) => {
      const scene = createScene({ post });
      scene.rows.devices.set('m3Rw', { ...LISTED, uniqueId: 'm3Rw' });
      await scene.post(scene.put(waits()));
      expect(scene.row().state).toBe(state);
    },
  );

  it('is followed by a read of the beacon if the phone cannot tell which devices its answer lists', async () => {
    const scene = createScene({ post: listing(['m3Rw', 'AAAA']) });
    const fault = new Error('torn');
    scene.stores.devices.getMany = () => Promise.reject(fault);
    await expect(scene.post(scene.put(waits()))).resolves.toEqual({ kind: 'answered', wasTaken: false });
    expect(scene.row().lastAnswer?.code).toBe('readFirst');
    expect(scene.troubles).toEqual([fault]);
  });

  it.each<[string, PostAnswer, unknown[]]>([
    ['its own package', listing(['tB4x', 'AAAA']), [['offered', 'tB4x', 'AAAA']]],
    ['its own package among others', listing(['m3Rw', 'BBBB'], ['tB4x', 'AAAA']), [['offered', 'tB4x', 'AAAA']]],
    ['an empty package', listing(['tB4x', '']), []],
    ['an empty package and another', listing(['tB4x', ''], ['TB4X', 'CCCC']), [['offered', 'tB4x', 'CCCC']]],
    ['a package of another beacon', listing(['m3Rw', 'AAAA']), []],
  ])('passes on only the package of its own beacon if the answer lists %s', async (_which, post, told) => {
    const scene = createScene({ post });
    await scene.post(scene.put(waits()));
    expect(scene.calls).toEqual(told);
  });

  it('is recorded before the package in its answer is stored, and also if that package cannot be stored', async () => {
    const scene = createScene({ post: listing(['tB4x', 'AAAA']) });
    const fault = new Error('torn');
    const seen: unknown[] = [];
    Object.assign(scene.parts, {
      async onNewPackage() {
        seen.push(scene.row().inFlightSinceMs);
        throw fault;
      },
    });
    await expect(scene.post(scene.put(waits()))).resolves.toEqual({ kind: 'answered', wasTaken: false });
    expect(seen).toEqual([null]);
    expect(scene.troubles).toEqual([fault]);
  });

  it('only ends the "in flight" mark of a receipt that was assigned to another beacon in the meantime', async () => {
    const scene = createScene({
      during: () => void scene.rows.receipts.set('r', { ...scene.row(), uniqueId: 'm3Rw' }),
    });
    await scene.post(scene.put(waits()));
    expect(scene.row()).toMatchObject({ uniqueId: 'm3Rw', state: 'waiting', inFlightSinceMs: null, lastAnswer: null });
    expect(scene.calls).toEqual([]);
  });

  it('reports that its receipt was lost from storage in the meantime', async () => {
    const scene = createScene({ during: () => scene.rows.receipts.clear() });
    await scene.post(scene.put(waits()));
    expect(scene.troubles).toMatchObject([{ name: 'NotFoundError' }]);
    expect(scene.calls).toEqual([]);
  });

  it('stays Verified when recording it fails', async () => {
    const scene = createScene();
    const fault = new Error('torn');
    Object.assign(scene.parts, { onVerified: () => Promise.reject(fault) });
    await expect(scene.post(scene.put(waits()))).resolves.toEqual({ kind: 'answered', wasTaken: true });
    expect(scene.troubles).toEqual([fault]);
  });
});

describe('the post of a reading', () => {
  const asksFor = [['device', 'tB4x']];
  it.each<[string, Answers, unknown[], string | undefined, unknown[]]>([
    [
      'it has the call when it accepts the post',
      { post: { kind: 'accepted', status: 200 } },
      [['learned', 'sync', true]],
      'sent',
      [],
    ],
    ['unknown after a refusal of the data', { post: REFUSED }, [], 'invalid', []],
    [
      'it does not have the call after a 404 for a beacon that it shows',
      { post: failed('notFound', 404) },
      [['learned', 'sync', false]],
      'notSupported',
      asksFor,
    ],
    [
      'unknown after a 404 for a beacon that it does not show',
      { post: failed('notFound', 404), device: { ok: true, value: null } },
      [],
      'notFound',
      asksFor,
    ],
    [
      'unknown after a 404 for a beacon that cannot be read',
      { post: failed('notFound', 404), device: fails(failed('forbidden', 403)) },
      [],
      'notFound',
      asksFor,
    ],
    ['unknown without a network', { post: failed('offline', 0) }, [], 'offline', []],
  ])('shows whether the backend has the call for readings: %s', async (_which, answers, told, code, asks) => {
    const scene = createScene(answers);
    await scene.post(scene.put(reading()));
    expect(scene.calls).toEqual(told);
    expect(scene.row().lastAnswer?.code).toBe(code);
    expect(scene.requests.slice(1)).toEqual(asks);
  });

  it('is evaluated also if the phone cannot store whether the backend has the call', async () => {
    const scene = createScene({ post: { kind: 'accepted', status: 200 } });
    const fault = new Error('torn');
    Object.assign(scene.parts, { learn: () => Promise.reject(fault) });
    await scene.post(scene.put(reading()));
    expect(scene.row().state).toBe('sent');
    expect(scene.troubles).toEqual([fault]);
  });

  it('is the only post that shows whether the backend has the call: the post of a configuration does not', async () => {
    const scene = createScene({ post: failed('notFound', 404) });
    await scene.post(scene.put(waits()));
    expect(scene.calls).toEqual([]);
    expect(scene.requests).toHaveLength(1);
  });
});

describe('the read after the post of a receipt', () => {
  const applied: Answers = { device: { ok: true, value: { ...LISTED, attributes: { minor: 2 } } } };

  it('verifies the receipt, and updates the beacon in the device list', async () => {
    const scene = createScene(applied);
    scene.rows.devices.set('tB4x', LISTED);
    const row = scene.put(
      waits({ state: 'sent', lastAnswer: { atMs: NOW - 5, status: 202, code: 'sent', message: '' } }),
    );
    await expect(scene.readBack(row)).resolves.toEqual({ kind: 'answered', wasTaken: true });
    expect(scene.requests).toEqual([
      ['pending', 'tB4x', 'BEACON'],
      ['device', 'tB4x'],
    ]);
    expect(scene.row()).toMatchObject({ state: 'verified', settledAtMs: NOW });
    expect(scene.calls).toEqual([['verified', 'r']]);
    expect(scene.rows.devices.get('tB4x')).toMatchObject({ attributes: { minor: 2 }, order: 7, readAtMs: NOW });
    expect(scene.contexts).toEqual([0]);
  });

  it('adds no beacon to the device list that was not in it', async () => {
    const scene = createScene(applied);
    await scene.readBack(scene.put(waits({ state: 'sent' })));
    expect(scene.rows.devices.size).toBe(0);
    expect(scene.troubles).toEqual([]);
  });

  it('is evaluated also if the list cannot be written', async () => {
    const scene = createScene(applied);
    const fault = new Error('torn');
    scene.stores.devices.get = () => Promise.reject(fault);
    await scene.readBack(scene.put(waits({ state: 'sent' })));
    expect(scene.row().state).toBe('verified');
    expect(scene.troubles).toEqual([fault]);
  });

  it.each<[string, Answers, StepEnd]>([
    [
      'a missing network',
      { pending: fails(failed('offline', 0)) },
      { kind: 'failed', failure: failed('offline', 0).failure },
    ],
    ['a missing key', { pending: fails(failed('noKey', 0)) }, { kind: 'noKey' }],
    ['a wrong key', { pending: fails(failed('key', 401)) }, { kind: 'key' }],
    ['a refusal', { device: fails(failed('forbidden', 403)) }, { kind: 'answered', wasTaken: false }],
    ['a pending change', { pending: { ok: true, value: { minor: 2 } } }, { kind: 'answered', wasTaken: true }],
  ])('reports to the queue how it ended: %s', async (_which, answers, end) => {
    const scene = createScene(answers);
    const row = scene.put(
      end.kind === 'answered' && !end.wasTaken
        ? refusedFirst()
        : waits({ lastAnswer: { atMs: NOW - 5, status: 200, code: 'readFirst', message: '' } }),
    );
    await expect(scene.readBack(row)).resolves.toEqual(end);
  });

  it.each<[string, Partial<Receipt>]>([
    ['is held by now', { held: true }],
    ['is to be posted again by now', { lastAnswer: null }],
    ['belongs to another beacon by now', { uniqueId: 'm3Rw' }],
    ['was given to a person by now', { state: 'parked' }],
  ])('changes nothing of a receipt that %s', async (_why, change) => {
    const scene = createScene(applied);
    const chosen = refusedFirst({ unanswered: 1, shownBefore: false });
    const now = scene.put({ ...chosen, ...change });
    await scene.readBack(chosen);
    expect(scene.row()).toEqual(now);
    expect(scene.calls).toEqual([]);
  });

  it.each([
    [2, null],
    [3, { reason: 'sameRefusal', status: 422, atMs: NOW }],
  ] as const)('pauses the queue only at the third equal refusal in a row: number %i', async (count, pause) => {
    const scene = createScene({ device: fails(failed('forbidden', 403)) });
    const answer = { atMs: NOW - 1000, status: 422, code: 'invalid', message: '' };
    for (let at = 1; at < count; at += 1)
      scene.put(waits({ id: `before ${at}`, uniqueId: `d${at}`, state: 'parked', lastAnswer: answer }));
    await scene.readBack(scene.put(refusedFirst()));
    expect(scene.row().state).toBe('parked');
    expect(scene.rows.pause).toEqual(pause);
  });
});

describe('the sending of an edit', () => {
  const edit = (change: Partial<VirtualEdit> = {}): VirtualEdit =>
    fixtureEdit('tB4x', { values: { alias: 'Ward 9' }, base: { alias: LISTED.alias ?? '' }, ...change });
  const start = (scene: ReturnType<typeof createScene>, now: VirtualEdit | null): void => {
    if (now !== null) scene.rows.edits.set('tB4x', now);
  };
  const stored = (scene: ReturnType<typeof createScene>) => scene.rows.edits.get('tB4x');

  it('reads the device first, posts the values, and writes both into the list of devices', async () => {
    const during: unknown[] = [];
    const scene = createScene({ during: () => void during.push(stored(scene)?.inFlight) });
    scene.rows.devices.set('tB4x', { ...LISTED, order: 3, attributes: { minor: 9 } });
    const values = { alias: 'Ward 9', notes: 'left', tags: ' a,,b ', metadata: 'm' };
    start(scene, edit({ values, base: virtualValuesOf(LISTED) }));
    await expect(scene.sendEdit(edit())).resolves.toEqual({ kind: 'answered', wasTaken: true });
    expect(scene.requests).toEqual([
      ['device', 'tB4x'],
      ['virtual', { uniqueId: 'tB4x', deviceType: 'BEACON', values }],
    ]);
    expect(during).toEqual([null, values]);
    expect(stored(scene)).toMatchObject({
      state: 'saved',
      inFlight: null,
      tries: 1,
      lastAnswer: { status: 204, atMs: NOW },
    });
    expect(scene.rows.devices.get('tB4x')).toEqual({
      ...LISTED,
      order: 3,
      readAtMs: NOW,
      alias: 'Ward 9',
      notes: 'left',
      tags: ['a', 'b'],
      attributes: { minor: 1, metadata: 'm' },
    });
  });

  it('changes in the list only what was posted', async () => {
    const scene = createScene();
    scene.rows.devices.set('tB4x', LISTED);
    start(scene, edit({ values: { metadata: 'm' }, base: { metadata: '' } }));
    await scene.sendEdit(edit());
    expect(scene.rows.devices.get('tB4x')).toEqual({
      ...LISTED,
      readAtMs: NOW,
      attributes: { ...LISTED.attributes, metadata: 'm' },
    });
  });

  it.each<[string, Answers]>([
    ['a beacon that is not in it', {}],
    ['a beacon that the backend does not show', { device: { ok: true, value: null } }],
  ])('adds nothing to the list for %s', async (_which, answers) => {
    const scene = createScene(answers);
    start(scene, edit());
    await expect(scene.sendEdit(edit())).resolves.toEqual({ kind: 'answered', wasTaken: true });
    expect(scene.rows.devices.size).toBe(0);
    expect(scene.troubles).toEqual([]);
  });

  it('leaves the list as it was read where the backend does not show the beacon', async () => {
    const scene = createScene({ device: { ok: true, value: null } });
    scene.rows.devices.set('tB4x', LISTED);
    start(scene, edit());
    await scene.sendEdit(edit());
    expect(scene.rows.devices.get('tB4x')).toEqual({ ...LISTED, alias: 'Ward 9' });
  });

  it.each<[string, VirtualEdit | null]>([
    ['was discarded', null],
    ['is held', edit({ held: true })],
    ['was refused', edit({ state: 'parked' })],
    ['is saved', edit({ state: 'saved' })],
  ])('posts nothing of an edit that %s in the meantime', async (_why, now) => {
    const scene = createScene();
    start(scene, now);
    await expect(scene.sendEdit(edit())).resolves.toEqual({ kind: 'answered', wasTaken: false });
    expect(scene.requests).toEqual([['device', 'tB4x']]);
    expect(stored(scene)).toEqual(now ?? undefined);
  });

  it('asks the person where the backend has changed the value', async () => {
    const scene = createScene();
    start(scene, edit({ base: { alias: 'before' } }));
    await expect(scene.sendEdit(edit())).resolves.toEqual({ kind: 'answered', wasTaken: false });
    expect(scene.requests).toEqual([['device', 'tB4x']]);
    expect(stored(scene)).toMatchObject({ state: 'parked', lastAnswer: { code: 'changedMeanwhile', atMs: NOW } });
  });

  it.each<[string, ReturnType<typeof failed>, StepEnd | null, Partial<VirtualEdit>]>([
    ['a missing key', failed('noKey', 0), { kind: 'noKey' }, { lastAnswer: null, nextAtMs: null }],
    ['a wrong key', failed('key', 401), { kind: 'key' }, { nextAtMs: null }],
    ['a missing network', failed('offline', 0), { kind: 'failed', failure: failed('offline', 0).failure }, {}],
    ['a refusal', failed('forbidden', 403), null, { state: 'saved' }],
  ])('ends as the read before the post ends, with %s', async (_which, failure, end, row) => {
    const scene = createScene({ device: fails(failure) });
    start(scene, edit());
    await expect(scene.sendEdit(edit())).resolves.toEqual(end ?? { kind: 'answered', wasTaken: true });
    expect(scene.requests).toHaveLength(end === null ? 2 : 1);
    expect(stored(scene)).toMatchObject({ inFlight: null, tries: end === null ? 1 : 0, ...row });
    expect(stored(scene)!.nextAtMs !== null).toBe(end?.kind === 'failed');
  });

  it.each<[string, ReturnType<typeof failed>, StepEnd, Partial<VirtualEdit>]>([
    ['a missing key', failed('noKey', 0), { kind: 'noKey' }, { state: 'waiting', lastAnswer: null }],
    ['a wrong key', failed('key', 401), { kind: 'key' }, { state: 'waiting' }],
    [
      'a missing network',
      failed('offline', 0),
      { kind: 'failed', failure: failed('offline', 0).failure },
      { state: 'waiting' },
    ],
    ['a refusal', REFUSED, { kind: 'answered', wasTaken: false }, { state: 'parked' }],
  ])('ends as the post ends, with %s', async (_which, failure, end, row) => {
    const scene = createScene({ save: fails(failure) });
    scene.rows.devices.set('tB4x', LISTED);
    start(scene, edit());
    await expect(scene.sendEdit(edit())).resolves.toEqual(end);
    expect(stored(scene)).toMatchObject({ inFlight: null, tries: 1, ...row });
    expect(scene.rows.devices.get('tB4x')).toMatchObject({ alias: LISTED.alias });
  });

  it('ends as saved also if the list cannot be written', async () => {
    const scene = createScene({ device: fails(failed('forbidden', 403)) });
    const fault = new Error('torn');
    scene.rows.devices.set('tB4x', LISTED);
    start(scene, edit());
    scene.stores.devices.putMany = () => Promise.reject(fault);
    await expect(scene.sendEdit(edit())).resolves.toEqual({ kind: 'answered', wasTaken: true });
    expect(stored(scene)).toMatchObject({ state: 'saved' });
    expect(scene.troubles).toEqual([fault]);
  });

  it('posts nothing if storage fails before the post', async () => {
    const scene = createScene();
    const fault = new Error('torn');
    scene.rows.devices.set('tB4x', LISTED);
    const before = edit();
    start(scene, before);
    scene.stores.devices.putMany = () => Promise.reject(fault);
    await expect(scene.sendEdit(before)).rejects.toBe(fault);
    expect(scene.requests).toEqual([['device', 'tB4x']]);
    expect(stored(scene)).toEqual(before);
  });

  it('does not create a discarded edit again by its answer', async () => {
    const scene = createScene({ during: () => scene.requests.length === 2 && scene.rows.edits.clear() });
    start(scene, edit());
    await scene.sendEdit(edit());
    expect(scene.requests).toHaveLength(2);
    expect(stored(scene)).toBeUndefined();
  });
});

describe('the rows that a sender reads from the outbox', () => {
  const theirs = waits({ id: 'theirs', accountId: 'someone else', inFlightSinceMs: 5 });

  it('are those of the account, and count as unanswered if their request was cut off', async () => {
    const scene = createScene();
    scene.put(theirs);
    // The queue is in the order of their creation.
    scene.put(waits({ id: 'cut off', inFlightSinceMs: 5, createdAtMs: 1 }));
    scene.put(waits({ id: 'busy', inFlightSinceMs: 5, createdAtMs: 2 }));
    const cutOff = fixtureEdit('d1', { values: { alias: 'b' }, inFlight: { alias: 'a' } });
    scene.rows.edits.set('d1', cutOff).set('d2', { ...cutOff, uniqueId: 'd2' });
    scene.rows.pause = { reason: 'key', atMs: 5 };
    const queue = await readQueue(scene.parts, new Set(['busy', 'd2']));
    expect(queue.paused).toBe(true);
    expect(queue.receipts.map(({ id, inFlightSinceMs, unanswered }) => [id, inFlightSinceMs, unanswered])).toEqual([
      ['cut off', null, 1],
      ['busy', 5, 0],
    ]);
    expect(queue.edits.map(({ uniqueId, inFlight, unanswered }) => [uniqueId, inFlight, unanswered])).toEqual([
      ['d1', null, { alias: 'a' }],
      ['d2', { alias: 'a' }, undefined],
    ]);
    expect(scene.rows.receipts.get('theirs')).toEqual(theirs);
  });

  it('are read only once when no request was cut off', async () => {
    const scene = createScene();
    scene.put(theirs);
    scene.put(waits());
    scene.rows.edits.set('d1', fixtureEdit('d1'));
    let reads = 0;
    const { all } = scene.stores.receipts;
    scene.stores.receipts.all = () => ((reads += 1), all());
    const queue = await readQueue(scene.parts, new Set());
    expect(queue).toMatchObject({ receipts: [{ id: 'r' }], edits: [{ uniqueId: 'd1' }], paused: false });
    expect(reads).toBe(1);
  });

  it('are read again when the request of an edit or of a receipt was cut off', async () => {
    const scene = createScene();
    scene.rows.edits.set('d1', fixtureEdit('d1', { inFlight: { alias: 'a' } }));
    expect((await readQueue(scene.parts, new Set())).edits).toMatchObject([{ inFlight: null }]);
    scene.put(waits({ inFlightSinceMs: 5 }));
    expect((await readQueue(scene.parts, new Set())).receipts).toMatchObject([{ inFlightSinceMs: null }]);
  });
});

describe('a pause of the queue', () => {
  it.each([
    ['that waits for a key ends with a new key', { reason: 'key', atMs: 5 }, null],
    [
      'after equal refusals remains',
      { reason: 'sameRefusal', status: 422, atMs: 5 },
      { reason: 'sameRefusal', status: 422, atMs: 5 },
    ],
    ['is not created by a new key', null, null],
  ] as const)('%s', async (_name, before, after) => {
    const { stores, rows } = createScene();
    rows.pause = before;
    await liftPauseForKey(stores.queue);
    expect(rows.pause).toEqual(after);
  });

  it('begins at the set number of equal refusals in a row, not before', async () => {
    const { stores, rows } = createScene();
    const { delivery } = account.settings;
    const answer = { atMs: 5, status: 409, code: 'conflict', message: '' };
    const refused = Array.from({ length: delivery.pauseAfterSameRefusal }, (_, at) =>
      waits({ id: `${at}`, uniqueId: `d${at}`, state: 'parked', lastAnswer: answer }),
    );
    await pauseAtSameRefusal(stores.queue, refused.slice(1), delivery, NOW);
    expect(rows.pause).toBeNull();
    await pauseAtSameRefusal(stores.queue, refused, delivery, NOW);
    expect(rows.pause).toEqual({ reason: 'sameRefusal', status: 409, atMs: NOW });
  });
});
