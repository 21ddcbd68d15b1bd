import { describe, expect, it } from 'vitest';
import { tallyKey } from '../../names.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import { createTally, isEmptied, recount } from './emptied.ts';
import type { Mirror } from './mirror.ts';
import { createRemarks } from './remarks.ts';

const broken = (): never => {
  throw new DOMException('', 'SecurityError');
};

/** A localStorage and a mirror that hold one text each; null when they are not available. */
function tallyIn({ item, note }: { item: string | null; note: string | null }, isBroken = false) {
  const written = { item, note };
  const localStorage = {
    getItem: (key: string) => (isBroken ? broken() : key === tallyKey('a') ? written.item : null),
    setItem: (key: string, text: string) => {
      if (isBroken) broken();
      if (key === tallyKey('a')) written.item = text;
    },
  } as Storage;
  const mirror = {
    readNote: async () => (isBroken ? broken() : written.note),
    writeNote: async (text: string) => {
      if (isBroken) broken();
      written.note = text;
    },
  } as Mirror;
  return { written, tally: createTally('a', localStorage, mirror), localStorage, mirror };
}
const text = (receipts: unknown, epoch: unknown = 'e'): string => JSON.stringify({ epoch, receipts });

describe('the tally of receipts', () => {
  it('is the higher count of both places, so that a loss in one is not overlooked', async () => {
    for (const [item, note] of [
      [text(3), text(5)],
      [text(5), text(3)],
      [text(5), null],
      [null, text(5)],
      [text(5), '{'],
      ['null', text(5)],
      [text('5'), text(5)],
      [text(7.5), text(5)],
      [text(7, 1), text(5)],
    ] as const)
      expect(await tallyIn({ item, note }).tally.read(), `${item} ${note}`).toEqual({ epoch: 'e', receipts: 5 });
  });

  it('is null when neither place has one', async () => {
    expect(await tallyIn({ item: null, note: null }).tally.read()).toBeNull();
    expect(await createTally('a', null, null).read()).toBeNull();
    expect(await tallyIn({ item: text(5), note: text(5) }, true).tally.read()).toBeNull();
  });

  it('is written to both places', async () => {
    const { tally, written } = tallyIn({ item: null, note: null });
    await tally.write({ epoch: 'e', receipts: 4 });
    expect(written).toEqual({ item: text(4), note: text(4) });
  });

  it('is written to the place that is left when the other fails or is absent', async () => {
    const broken = tallyIn({ item: null, note: null }, true);
    await broken.tally.write({ epoch: 'e', receipts: 1 });
    for (const [localStorage, mirror] of [
      [broken.localStorage, undefined],
      [undefined, broken.mirror],
      [null, undefined],
      [undefined, null],
    ] as const) {
      const sound = tallyIn({ item: null, note: null });
      const tally = createTally(
        'a',
        localStorage === undefined ? sound.localStorage : localStorage,
        mirror === undefined ? sound.mirror : mirror,
      );
      await tally.write({ epoch: 'e', receipts: 4 });
      expect(await tally.read()).toEqual({ epoch: 'e', receipts: 4 });
    }
  });
});

describe('a database of an account', () => {
  it('has been emptied when it is new although the account was used, or is another than the one counted', () => {
    const counted = { epoch: 'e', receipts: 1 };
    expect(isEmptied(null, null, false)).toBe(false);
    expect(isEmptied(null, null, true)).toBe(true);
    expect(isEmptied(null, counted, true)).toBe(true);
    expect(isEmptied('e', null, true)).toBe(false);
    expect(isEmptied('e', counted, true)).toBe(false);
    expect(isEmptied('f', counted, true)).toBe(true);
  });
});

it('the tally of receipts still shows a loss when a receipt is added before the copies could be read', async () => {
  const { tally, written } = tallyIn({ item: text(5), note: text(5) });
  const counting = (receipts: number, epoch: string): Promise<void> =>
    recount({ read: async () => ({ epoch, receipts }) } as unknown as AccountDatabase, tally, createRemarks());
  await counting(3, 'e');
  expect(written.item).toBe(text(5));
  await counting(6, 'e');
  expect(written.item).toBe(text(6));
  await counting(1, 'new');
  expect(written.item).toBe(text(1, 'new'));
});
