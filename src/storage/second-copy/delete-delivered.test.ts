import { expect, it } from 'vitest';
import type { Receipt } from '../../domain/receipt.ts';
import { NOW_MS, sampleReceipt, sampleRun } from '../../../test/support/sample-rows.ts';
import { copiesOf, planDeletion } from './delete-delivered.ts';
import type { MirrorFile } from './mirror.ts';

const DAY_MS = 24 * 3600_000;
const reserved = (id: string, daysAgo: number): MirrorFile => ({
  kind: 'reserved',
  name: `${id}.receipt`,
  modifiedMs: NOW_MS - daysAgo * DAY_MS,
  runNote: null,
});
const fileOf = (receipt: Receipt, name = `${receipt.id}.receipt`): MirrorFile => ({
  kind: 'receipt',
  name,
  modifiedMs: NOW_MS - 100 * DAY_MS,
  receipt,
});

it('the deletion of delivered receipts removes an unneeded reservation after a day, and nothing else that is no receipt', () => {
  const files: MirrorFile[] = [
    reserved('rcp-free', 1),
    reserved('rcp-young', 0.9),
    reserved('rcp-run', 2),
    reserved('rcp-ended', 2),
    { kind: 'torn', name: 'rcp-torn.receipt', detail: 'short' },
    fileOf(sampleReceipt('a', 'waiting')),
  ];
  const runs = [sampleRun('run'), sampleRun('ended', { outcome: { kind: 'abandoned' } })];
  expect(planDeletion([], runs, files, NOW_MS, 30)).toEqual({
    ids: [],
    fileNames: ['rcp-free.receipt', 'rcp-ended.receipt'],
  });
});

it('the deletion of delivered receipts removes a row together with its files, whatever their names', () => {
  const old = sampleReceipt('a', 'old', { state: 'verified', settledAtMs: NOW_MS - 30 * DAY_MS });
  const young = sampleReceipt('a', 'young', { state: 'verified', settledAtMs: NOW_MS - 29.9 * DAY_MS });
  const files = [fileOf(old), fileOf(old, 'rcp-old~1.receipt'), fileOf(young), reserved('rcp-free', 2)];
  expect(planDeletion([old, young], [], files, NOW_MS, 30)).toEqual({
    ids: ['rcp-old'],
    fileNames: ['rcp-old.receipt', 'rcp-old~1.receipt', 'rcp-free.receipt'],
  });
});

it('the files of a receipt are found by account, beacon and response', () => {
  const receipt = sampleReceipt('a', '1', { owner: 'unsure', candidates: ['dev-1', 'dev-b'] });
  const files = [
    fileOf({ ...receipt, uniqueId: 'dev-b', owner: 'known' }, 'other-candidate.receipt'),
    fileOf({ ...receipt, accountId: 'b' }, 'other-account.receipt'),
    fileOf({ ...receipt, uniqueId: 'dev-c' }, 'other-beacon.receipt'),
    fileOf({ ...receipt, responseBase64: 'AAAA' }, 'other-response.receipt'),
  ];
  expect(copiesOf([receipt], files)).toEqual(['other-candidate.receipt']);
  expect(copiesOf([], files)).toEqual([]);
});
