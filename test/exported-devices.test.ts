/** The file of exported devices is a way in as well: the table page reads it, and finds nothing to change. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planDeviceTable } from '../src/domain/bulk/device-table.ts';
import { devicesById } from '../src/domain/device-list/by-id.ts';
import { deviceCsv } from '../src/domain/device-list/file.ts';
import { openTable } from '../src/domain/job/csv-columns.ts';
import { readRows } from '../src/domain/job/csv-rows.ts';
import { roomFault, withRoom } from '../src/domain/room.ts';
import { decodeTable } from '../src/domain/table/decode-table.ts';
import { fixtureDevice } from './support/fixture-rows.ts';

const words = fc.string({ unit: fc.constantFrom(...'aZé0 -.\'"=+@;|#'), minLength: 1, maxLength: 12 });
/** As the backend keeps them, without spaces around them. */
const stored = words.map((text) => text.trim().replaceAll(/\s+/g, ' ')).filter((text) => text !== '');
const facts = fc.record({
  alias: fc.option(stored),
  notes: fc.option(stored),
  tags: fc.uniqueArray(stored, { maxLength: 3 }),
  room: fc.option(stored.filter((room) => roomFault(room) === null)),
});

it('exported devices can be imported as a table that then contains no change', () => {
  fc.assert(
    fc.property(fc.array(facts, { minLength: 1, maxLength: 12 }), (all) => {
      const devices = all.map(({ room, tags, ...rest }, index) =>
        fixtureDevice(index, { ...rest, tags: withRoom(tags, room), access: 'OWNER' }),
      );
      const csv = [...deviceCsv(devices, ['uniqueId', 'alias', 'room', 'tags', 'notes'])].join('');
      const ids = new Set(devices.map(({ uniqueId }) => uniqueId));
      const decoded = decodeTable(new TextEncoder().encode(csv));
      if (decoded.kind !== 'text') throw new Error(`read as ${decoded.kind}`);
      const { table, columns } = openTable(decoded.text, ids, {}, 'devices');
      expect(columns).toEqual(['uniqueId', 'alias', 'place', 'tags', 'note']);
      const tasks = readRows(table.rows, columns, devices, { purpose: 'devices', heads: table.heads }).map((result) => {
        if (!('task' in result)) throw new Error(`line ${result.line}: ${result.fault.code}`);
        return result.task;
      });
      const text = (value: unknown): string => (typeof value === 'string' ? value : '');
      const rows = tasks.map(({ uniqueId, place, note, values }) => ({
        uniqueId,
        alias: text(values['alias']),
        room: place,
        tags: text(values['tags']),
        notes: note,
      }));
      const lines = planDeviceTable(rows, devicesById(devices));
      expect(lines.map(({ device }) => device.uniqueId)).toEqual(devices.map(({ uniqueId }) => uniqueId));
      expect(lines.filter(({ values, fault }) => fault !== null || Object.keys(values).length > 0)).toEqual([]);
    }),
  );
});
