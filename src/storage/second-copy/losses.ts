/** Keeps the remarks about lost data from one start to the next, until a person has read them. */
import * as z from 'zod/mini';
import { lenientList } from '../../domain/schema.ts';
import type { Remark } from './remarks.ts';

const COUNTED = /^(copiesRestored|receiptsMissing|registryEmptied):(\d+)$/;

export function isLoss(remark: Remark): boolean {
  return remark === 'databaseEmptied' || remark.startsWith('runRestored:') || COUNTED.test(remark);
}

/**
 * Returns one list of both. A repeated remark appears once; counts of the same kind are added up. What was restored
 * before the database was emptied again is not counted: it is restored again, or missing.
 */
export function joinLosses(earlier: readonly Remark[], later: readonly Remark[]): Remark[] {
  const counts = new Map<string, number>();
  const plain = new Set<Remark>();
  const isEmptiedAgain = later.includes('databaseEmptied');
  const lasting = earlier.filter((remark) => !isEmptiedAgain || !remark.startsWith('copiesRestored:'));
  for (const remark of [...lasting, ...later].filter(isLoss)) {
    const [, code, number] = COUNTED.exec(remark) ?? [];
    if (code === undefined) plain.add(remark);
    else counts.set(code, (counts.get(code) ?? 0) + Number(number));
  }
  return [...plain, ...Array.from(counts, ([code, number]) => `${code}:${number}`)];
}

const storedRemarks = lenientList(z.string() as z.ZodMiniType<Remark>);

/** Parses the stored text. Returns an empty list when it cannot be read. */
export function readLosses(text: string | null): Remark[] {
  try {
    return storedRemarks.parse(JSON.parse(text ?? '[]')).filter(isLoss);
  } catch {
    return [];
  }
}
