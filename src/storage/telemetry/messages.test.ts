/** What the worker answers is handed over without a copy where it is large. */
import { expect, it } from 'vitest';
import { buffersOf, type TelemetryFunctions } from './messages.ts';

/** Sends an answer as the worker does, and returns how many bytes of these arrays were left behind. */
function leftBehind<Name extends keyof TelemetryFunctions>(
  name: Name,
  answer: Awaited<ReturnType<TelemetryFunctions[Name]>>,
  arrays: readonly { readonly byteLength: number }[],
): number {
  expect(structuredClone(answer, { transfer: buffersOf(name, answer) })).toBeDefined();
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

it('the worker of telemetry hands over the lines of a chart, the hours of a fleet and a piece of a file without copying them', () => {
  const [times, values] = [Float64Array.of(1, 2), Float64Array.of(3, 4)];
  expect(leftBehind('series', [{ trackingId: 'b0', field: 'rssi', gapMs: 1, times, values }], [times, values])).toBe(0);

  const [counts, battery, temperature] = [Uint32Array.of(1), Float64Array.of(2), Float64Array.of(3)];
  const rows = [{ trackingId: 'b0', counts, battery, temperature }];
  expect(leftBehind('hours', { startMs: 0, hours: 1, rows, heard: [] }, [counts, battery, temperature])).toBe(0);

  const bytes = Uint8Array.of(1, 2, 3);
  expect(leftBehind('file', { bytes, rows: 1, next: null }, [bytes])).toBe(0);
});

it('the worker of telemetry sends every other answer as it is', () => {
  expect(leftBehind('finish', { added: 3 }, [])).toBe(0);
  expect(buffersOf('rows', { rows: [], next: null })).toEqual([]);
});
