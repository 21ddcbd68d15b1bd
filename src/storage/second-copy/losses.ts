/** What was lost is said until a person has read it: these remarks are kept from one start to the next. */
import * as z from 'zod/mini';
import { lenientList } from '../../domain/schema.ts';
import type { Remark } from './remarks.ts';

const COUNTED = /^(copiesRestored|receiptsMissing|registryEmptied):(\d+)$/;

export function isLoss(remark: Remark): boolean {
  return remark === 'databaseEmptied' || remark.startsWith('runRestored:') || COUNTED.test(remark);
}

/** One list of both: what was lost twice is said once, and numbers of the same thing are added up. */
export function joinLosses(earlier: readonly Remark[], later: readonly Remark[]): Remark[] {
  const counts = new Map<string, number>();
  const plain = new Set<Remark>();
  for (const remark of [...earlier, ...later].filter(isLoss)) {
    const [, code, number] = COUNTED.exec(remark) ?? [];
    if (code === undefined) plain.add(remark);
    else counts.set(code, (counts.get(code) ?? 0) + Number(number));
  }
  return [...plain, ...Array.from(counts, ([code, number]) => `${code}:${number}`)];
}

const storedRemarks = lenientList(z.string() as z.ZodMiniType<Remark>);

/** What is kept, as one text. */
export function readLosses(text: string | null): Remark[] {
  try {
    return storedRemarks.parse(JSON.parse(text ?? '[]')).filter(isLoss);
  } catch {
    return [];
  }
}
