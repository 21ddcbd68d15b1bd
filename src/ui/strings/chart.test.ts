/** Numbers of readings: short whatever a beacon or a backend says, and never a nought that is none. */
import { expect, it } from 'vitest';
import { chartStrings } from './chart.ts';

it.each([
  [64, '%', '64%'],
  [-4.5, '°C', '−4.5 °C'],
  [1_234_567, '', '1,234,567'],
  [21.6669, '°C', '21.667 °C'],
  [0, '%', '0%'],
  [1e308, '%', '1e+308%'],
  [-1.7976931348623157e308, '', '−1.798e+308'],
  [123_456_789_012_345_680, '', '1.235e+17'],
  [0.0001, '', '0.0001'],
  [5e-324, '', '5e-324'],
  [-0.00042, 'g', '−0.00042 g'],
  [NaN, '', ''],
  [Infinity, '', ''],
])('%d %s reads %j', (value, unit, words) => {
  expect(chartStrings.value(value, unit)).toBe(words);
});
