import { expect, it } from 'vitest';
import {
  parseAccount,
  parseDevice,
  parseEdit,
  parsePackage,
  parseReceipt,
  parseRun,
  type RowParser,
} from '../../src/storage/stores/rows.ts';
import {
  fixtureAccount,
  fixtureBareDevice,
  fixtureDevices,
  fixtureEdit,
  fixturePackage,
  fixtureReceipt,
  fixtureRun,
} from './fixture-rows.ts';

it.each<[kind: string, parse: RowParser<unknown>, rows: readonly object[]]>([
  ['account', parseAccount, [fixtureAccount()]],
  ['device', parseDevice, [...fixtureDevices(20), fixtureBareDevice('tB4x')]],
  ['edit', parseEdit, [fixtureEdit('tB4x')]],
  ['package', parsePackage, [fixturePackage('tB4x'), fixturePackage('tB4x', { kind: 'command', command: 'identify' })]],
  ['receipt', parseReceipt, [fixtureReceipt('tB4x')]],
  ['run', parseRun, [fixtureRun('tB4x')]],
])('storage reads a made-up %s unchanged', (_kind, parse, rows) => {
  for (const row of rows) expect(parse(row)).toEqual({ ok: true, row });
});
