import { describe, expect, it } from 'vitest';
import { farLines } from './far-lines.ts';

const line = (...values: number[]) => Float64Array.from(values);
const [warm, warmer, hall] = [line(19, 21), line(20, 23), line(18, 22)];

describe('the lines that are far from the others', () => {
  it('are the cold store among warm rooms', () => {
    const cold = line(-18, -17);
    expect([...farLines([warm, cold, warmer, hall])]).toEqual([cold]);
  });

  it('are a line with one wrong reading', () => {
    const wrong = line(20, 500, 21);
    expect([...farLines([warm, warmer, wrong, hall])]).toEqual([wrong]);
  });

  it('are several, if they are fewer than the others', () => {
    const [cold, hot] = [line(-18), line(Number.NaN, 90)];
    expect([...farLines([cold, warm, warmer, hall, hot])]).toEqual([cold, hot]);
  });

  it('are none where all are readable on one scale', () => {
    expect([...farLines([warm, warmer, hall, line(12, 16)])]).toEqual([]);
    expect([...farLines([line(7, 7), line(55), line(99, 90), line(20, 15)])]).toEqual([]);
  });

  it('are none of two, of lines that never change, or without readings', () => {
    expect([...farLines([warm, line(-18)])]).toEqual([]);
    expect([...farLines([line(50, 50), line(50), line(50, 50), line(49)])]).toEqual([]);
    expect([...farLines([line(), line(Number.NaN), warm])]).toEqual([]);
    expect([...farLines([])]).toEqual([]);
  });
});
