/** A stored choice of columns and metrics, including damaged ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChoice } from './view-choice.ts';

describe('the stored choice of a telemetry view', () => {
  it('is the same after it is stored and read again', () => {
    expect(readChoice({ columns: ['timestamp', 'gas'], metrics: ['temperature', 'moving'] })).toEqual({
      columns: ['timestamp', 'gas'],
      metrics: ['temperature', 'moving'],
    });
    expect(readChoice({ metrics: [] })).toEqual({ columns: null, metrics: [] });
  });

  it('has default values in place of parts that are damaged in the storage', () => {
    expect(readChoice({ columns: [], metrics: 'temperature' })).toEqual({ columns: null, metrics: null });
    expect(
      readChoice({ columns: ['a,b', 'c', 'c', 7, '', 'x'.repeat(500)], metrics: ['firmware', 'no such', 'rssi'] }),
    ).toEqual({ columns: ['a,b', 'c'], metrics: ['rssi'] });
    fc.assert(fc.property(fc.anything(), (stored) => void readChoice(stored)));
  });
});
