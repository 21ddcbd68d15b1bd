import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATION, compareTokenBytes, readPacket } from '../../domain/packet.ts';
import { RESULT } from '../../domain/result-codes.ts';
import { DEFAULT_SEED } from '../seed.ts';
import { deviceKey, open, seal } from '../sealing.ts';
import { encodeValues, type Values } from '../values.ts';
import {
  createBeacon,
  onConnect,
  onRead,
  onWrite,
  powerCycle,
  tick,
  type BeaconOptions,
  type BeaconState,
} from './beacon.ts';
import { exchange } from './link.ts';
import { nextFault, type BeaconFault } from './faults.ts';
import { CHARACTERISTICS, characteristicsOf } from './profile.ts';

const ID = 'tB4x';

function beacon(options: Partial<BeaconOptions> = {}): BeaconState {
  return createBeacon({ uniqueId: ID, seed: DEFAULT_SEED, ...options });
}

function request(
  token: number,
  values: Values = { minor: 7 },
  operation: number = OPERATION.write,
  uniqueId = ID,
): Uint8Array {
  return seal(deviceKey(DEFAULT_SEED, uniqueId), { kind: 'encryptedRequest', operation, token }, encodeValues(values));
}

function run(state: BeaconState, bytes: Uint8Array, nowMs = 0): { state: BeaconState; response: Uint8Array } {
  const written = onWrite(state, 'request', bytes, nowMs);
  expect(written.error).toBeNull();
  const read = onRead(written.state, 'response', nowMs + 2000);
  return { state: read.state, response: read.bytes! };
}

function control(state: BeaconState, nowMs: number): number {
  return onRead(state, 'controlPoint', nowMs).bytes![0]!;
}

describe('a practice beacon', () => {
  it('applies the values of a request after its processing time, and returns the response once', () => {
    const written = onWrite(beacon({ processingMs: 600 }), 'request', request(100), 0);
    expect([control(written.state, 0), control(written.state, 599), control(written.state, 600)]).toEqual([0, 0, 1]);
    expect(tick(written.state, 599)).toMatchObject({ values: {}, lastToken: 0, response: '' });
    expect(tick(written.state, 600)).toMatchObject({ values: { minor: 7 }, lastToken: 100, applied: [100] });

    const first = onRead(written.state, 'response', 600);
    const opened = open(deviceKey(DEFAULT_SEED, ID), first.bytes!);
    expect(opened).toMatchObject({ ok: true, packet: { kind: 'encryptedResponse', operation: 0x10, token: 100 } });
    expect(onRead(first.state, 'response', 700).bytes).toHaveLength(0);
    const token = onRead(first.state, 'token', 700).bytes!;
    expect(compareTokenBytes(token, 100)).toBe('equal');
    expect([...token]).toEqual([100, 0, 0, 0]);
  });

  it('returns no response (81F2) while it is busy, and accepts no second request', () => {
    const { state } = onWrite(beacon(), 'request', request(100), 0);
    expect(onRead(state, 'response', 10).bytes).toHaveLength(0);
    expect(onWrite(state, 'request', request(101), 10)).toMatchObject({ error: 'busy' });
    expect(control(state, 600)).toBe(1);
  });

  const good = request(100);
  const bent = (at: number): Uint8Array => good.map((byte, index) => (index === at ? byte ^ 0x40 : byte));
  const otherLength = good.slice(0, -1);
  it.each([
    ['a packet for another beacon', request(100, {}, OPERATION.write, 'm3Rw'), RESULT.verificationFailed],
    ['damage at the end', bent(good.length - 1), RESULT.invalidFormat],
    ['a changed token', bent(5), RESULT.invalidFormat],
    ['a changed operation', bent(2), RESULT.invalidFormat],
    ['a missing byte', otherLength, RESULT.invalidFormat],
    ['no bytes at all', new Uint8Array(), RESULT.invalidFormat],
    ['a response in place of a request', sealResponse(), RESULT.invalidFormat],
    ['a plain request', Uint8Array.of(0, 2, 0x10, 4, 0, 9, 0, 0, 0), RESULT.authorizationFailed],
    ['an operation it does not know', request(100, {}, OPERATION.read), RESULT.operationNotSupported],
    ['a command it does not know', request(100, { command: 'DANCE' }, OPERATION.command), RESULT.operationNotSupported],
  ])('refuses %s with a plain response and changes nothing', (_what, bytes, code) => {
    const { state, response } = run(beacon(), bytes);
    expect(readPacket(response)).toMatchObject({ result: code, packet: { kind: 'plainResponse' }, remarks: [] });
    expect(state).toMatchObject({ values: {}, lastToken: 0, applied: [] });
  });

  it('refuses equal and older tokens with result 7, and old packets with result 9 if their age is limited', () => {
    const { state } = run(beacon(), request(100));
    for (const token of [100, 99])
      expect(readPacket(run(state, request(token), 5000).response).result).toBe(RESULT.tokenExpired);
    const aged = run(beacon({ maxAgeSeconds: 60 }), request(100), 161_000);
    expect(readPacket(aged.response).result).toBe(RESULT.packetExpired);
  });

  it('drops an unread response when a new request is written', () => {
    const { state } = onWrite(beacon(), 'request', request(100), 0);
    const again = onWrite(state, 'request', request(100), 1000);
    expect(readPacket(onRead(again.state, 'response', 2000).bytes!).result).toBe(RESULT.tokenExpired);
  });

  it('executes a command without a response, and after NONCONNECTABLE refuses links until its power is cycled', () => {
    const written = onWrite(beacon(), 'request', request(50, { command: 'NONCONNECTABLE' }, OPERATION.command), 0);
    expect(written).toMatchObject({
      error: null,
      thenDrops: true,
      state: { lastToken: 50, commands: ['NONCONNECTABLE'] },
    });
    expect(exchange(written.state, { operation: 'connect' }, 10).outcome).toBe('error');
    expect(exchange(powerCycle(written.state), { operation: 'connect' }, 10).outcome).toBe('ok');
    const blink = onWrite(beacon(), 'request', request(50, { command: 'BLINK_10S' }, OPERATION.command), 0);
    expect(blink).toMatchObject({ thenDrops: false, state: { mode: 'normal' } });
  });

  it('keeps an unread response when it executes a command, and drops the response when it restarts', () => {
    const applied = tick(onWrite(beacon(), 'request', request(50), 0).state, 10_000);
    const blinking = onWrite(
      applied,
      'request',
      request(51, { command: 'BLINK_30S' }, OPERATION.command),
      10_000,
    ).state;
    expect(blinking).toMatchObject({ response: applied.response, blinksUntilMs: 40_000, commands: ['BLINK_30S'] });
    expect(onRead(blinking, 'controlPoint', 10_000).bytes).toEqual(onRead(applied, 'controlPoint', 10_000).bytes);
    expect(onRead(blinking, 'response', 10_000).bytes!.length).toBeGreaterThan(0);
    const idle = onWrite(
      beacon({ idleControlPoint: 0 }),
      'request',
      request(50, { command: 'BLINK_10S' }, OPERATION.command),
      0,
    ).state;
    expect(onRead(idle, 'controlPoint', 0).bytes).toEqual(Uint8Array.of(0));
    const restarted = onWrite(applied, 'request', request(51, { command: 'RESET' }, OPERATION.command), 10_000);
    expect(restarted).toMatchObject({
      error: null,
      thenDrops: true,
      state: { response: '', mode: 'normal', lastToken: 51, values: applied.values },
    });
    expect(exchange(restarted.state, { operation: 'connect' }, 10_001).outcome).toBe('ok');
    const boot = onWrite(applied, 'request', request(51, { command: 'BOOTLOADER' }, OPERATION.command), 10_000);
    expect(boot).toMatchObject({ thenDrops: true, state: { mode: 'bootloader' } });
  });

  it('has no token characteristic (81F3) if set to have none', () => {
    const state = beacon({ tokenReadable: false });
    expect(characteristicsOf(state).map(({ name }) => name)).not.toContain('token');
    expect(onRead(state, 'token', 0)).toMatchObject({ bytes: null, error: 'notPermitted' });
  });
});

describe('a practice beacon with a planted fault', () => {
  const struck = (fault: BeaconFault): ReturnType<typeof run> => run(beacon({ faults: [fault] }), request(100));

  it('of the kind wrongBeacon refuses a request with result 4', () => {
    const { response, state } = struck({ name: 'wrongBeacon' });
    expect(readPacket(response).result).toBe(RESULT.verificationFailed);
    expect(state).toMatchObject({ faults: [], applied: [] });
  });

  it('of the kind refuses answers with the configured result', () => {
    expect(readPacket(struck({ name: 'refuses', code: 3 }).response).result).toBe(3);
  });

  it('of the kind emptyResponse or truncatedResponse still applies the values', () => {
    const empty = struck({ name: 'emptyResponse' });
    expect([empty.response.length, empty.state.applied]).toEqual([0, [100]]);
    const half = struck({ name: 'truncatedResponse' });
    expect(half.state.applied).toEqual([100]);
    expect(readPacket(half.response).packet).toBeNull();
    expect(half.response.length).toBeGreaterThan(9);
  });

  it('of the kind lockedOut does not permit a write', () => {
    expect(onWrite(beacon({ faults: [{ name: 'lockedOut' }] }), 'request', request(100), 0)).toMatchObject({
      error: 'notPermitted',
    });
  });

  it('of the kind neverEnds keeps the Control Point (81F4) at 0 until the next connection, or permanently', () => {
    const once = onWrite(beacon({ faults: [{ name: 'neverEnds' }] }), 'request', request(100), 0).state;
    expect(control(once, 1_000_000)).toBe(0);
    expect(tick(once, 1_000_000).applied).toEqual([100]);
    expect(control(onConnect(once, 1_000_000), 1_000_000)).toBe(1);
    const always = onWrite(beacon({ faults: [{ name: 'neverEnds', times: null }] }), 'request', request(100), 0).state;
    expect(control(onConnect(always, 1_000_000), 1_000_000)).toBe(0);
    const idle = onWrite(beacon({ faults: [{ name: 'neverEnds', applies: false }] }), 'request', request(100), 0).state;
    expect(tick(idle, 1_000_000).applied).toEqual([]);
  });
});

describe('link faults of a practice beacon', () => {
  it('strike the named operation, as often as configured', () => {
    let state = beacon({ faults: [{ name: 'connectFails', times: 3 }] });
    expect(nextFault(state, 'write', false).fault).toBeNull();
    const outcomes = [1, 2, 3, 4].map(() => {
      const answer = exchange(state, { operation: 'connect' }, 0);
      state = answer.state;
      return answer.outcome;
    });
    expect(outcomes).toEqual(['error', 'error', 'error', 'ok']);
  });

  it.each([
    ['before', { outcome: 'drop', thenDrops: false }, []],
    ['during', { outcome: 'drop', thenDrops: false }, [100]],
    ['after', { outcome: 'ok', thenDrops: true }, [100]],
  ] as const)('drop the link, as they are set, %s a write', (when, expected, applied) => {
    const state = beacon({ faults: [{ name: 'drop', when, operation: 'write' }] });
    const answer = exchange(state, { operation: 'write', bytes: request(100) }, 0);
    expect(answer).toMatchObject(expected);
    expect(tick(answer.state, 2000).applied).toEqual(applied);
  });

  it('lose the response when the link drops during the read, and keep it when the link drops before', () => {
    const done = tick(onWrite(beacon(), 'request', request(100), 0).state, 1000);
    const during = exchange(
      { ...done, faults: [{ name: 'drop', when: 'during', operation: 'readResponse' }] },
      { operation: 'readResponse' },
      1000,
    );
    expect(during).toMatchObject({ outcome: 'drop', bytes: null, state: { response: '' } });
    const before = exchange(
      { ...done, faults: [{ name: 'drop', when: 'before', operation: 'readResponse' }] },
      { operation: 'readResponse' },
      1000,
    );
    expect(before).toMatchObject({ outcome: 'drop', state: { response: done.response } });
  });

  it('make an operation hang, or be slow and then fail, as they are set', () => {
    expect(exchange(beacon({ faults: [{ name: 'connectHangs' }] }), { operation: 'connect' }, 0).outcome).toBe('hang');
    const hung = exchange(
      beacon({ faults: [{ name: 'hang', operation: 'write' }] }),
      { operation: 'write', bytes: request(100) },
      0,
    );
    expect([hung.outcome, tick(hung.state, 1000).applied]).toEqual(['hang', [100]]);
    const faults: BeaconFault[] = [{ name: 'slow', ms: 700, times: null }, { name: 'connectFails' }];
    expect(exchange(beacon({ faults }), { operation: 'connect' }, 0)).toMatchObject({
      outcome: 'error',
      delayMs: 700,
      state: { faults: [{ name: 'slow' }] },
    });
  });
});

describe('any sequence of operations on a practice beacon', () => {
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.integer({ min: 0, max: 20 }).map((token) => request(token)),
    fc.integer({ min: 0, max: 20 }).map((token) => request(token, { command: 'RESET' }, OPERATION.command)),
    fc
      .tuple(fc.integer({ min: 1, max: 20 }), fc.nat(48))
      .map(([token, at]) => request(token).map((byte, i) => (i === at ? byte ^ 1 : byte))),
  );
  const anyFault: fc.Arbitrary<BeaconFault> = fc.constantFrom<BeaconFault[]>(
    { name: 'connectFails', times: 2 },
    { name: 'connectHangs' },
    { name: 'neverEnds' },
    { name: 'wrongBeacon' },
    { name: 'lockedOut' },
    { name: 'emptyResponse' },
    { name: 'truncatedResponse' },
    { name: 'refuses', code: 3 },
    { name: 'slow', ms: 10, times: null },
    { name: 'drop', when: 'during', operation: 'readResponse' },
    { name: 'drop', when: 'before', operation: 'write' },
    { name: 'hang', operation: 'poll' },
  );
  const anyStep = fc.record({
    later: fc.integer({ min: 0, max: 700 }),
    bytes: anyBytes,
    write: fc.boolean(),
    what: fc.constantFrom(...CHARACTERISTICS.map(({ name }) => name)),
    link: fc.constantFrom('connect', 'discover', 'poll', 'readResponse', 'readToken', null),
    fault: fc.option(anyFault),
  });

  it('never throws or lowers the token, and returns each response at most once', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        let state = beacon({ processingMs: 100 });
        let nowMs = 0;
        const handedOut: string[] = [];
        const take = (bytes: Uint8Array | null): void => {
          const opened = bytes ? open(deviceKey(DEFAULT_SEED, ID), bytes) : null;
          if (opened?.ok && opened.packet.kind === 'encryptedResponse') handedOut.push(String(opened.packet.token));
        };
        for (const step of steps) {
          nowMs += step.later;
          const before = state.lastToken;
          if (step.fault) state = { ...state, faults: [...state.faults, step.fault] };
          if (step.link) {
            const answer = exchange(state, { operation: step.link }, nowMs);
            state = answer.state;
            take(answer.bytes);
          } else if (step.write) {
            state = onWrite(state, step.what, step.bytes, nowMs).state;
          } else {
            const read = onRead(state, step.what, nowMs);
            state = read.state;
            take(read.bytes);
          }
          expect(state.lastToken).toBeGreaterThanOrEqual(before);
          expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        }
        expect(new Set(handedOut).size).toBe(handedOut.length);
        expect([...state.applied].sort((a, b) => a - b)).toEqual(state.applied);
        expect(new Set(state.applied).size).toBe(state.applied.length);
      }),
      { numRuns: 300 },
    );
  });
});

function sealResponse(): Uint8Array {
  const envelope = { kind: 'encryptedResponse', operation: OPERATION.write, token: 100 } as const;
  return seal(deviceKey(DEFAULT_SEED, ID), envelope, Uint8Array.of(0));
}
