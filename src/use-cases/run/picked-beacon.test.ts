/** The result of a chooser. No listener for a cancel is left once the chooser has closed. */
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { RadioHandle } from './bluetooth-port.ts';
import { pick } from './picked-beacon.ts';

const HANDLE = {} as RadioHandle;
const FAILURE = Object.assign(new Error('no row was tapped'), { name: 'BluetoothFailure', code: 'chooserCancelled' });

describe('the result of the chooser', () => {
  it.each([
    ['a beacon', () => Promise.resolve(HANDLE), { handle: HANDLE }],
    ['none', () => Promise.reject(FAILURE), { code: 'chooserCancelled', detail: 'no row was tapped' }],
  ] as const)('is %s, and no listener for a cancel remains', async (_what, chosen, answer) => {
    const { signal } = new AbortController();
    expect(await pick(chosen(), signal)).toEqual(answer);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('is a cancel once a person cancels, even while the chooser stays open', async () => {
    const controller = new AbortController();
    const picked = pick(new Promise<never>(() => undefined), controller.signal);
    controller.abort(new DOMException('cancelled', 'AbortError'));
    expect(await picked).toEqual({ code: 'cancelled', detail: 'cancelled' });
  });
});
