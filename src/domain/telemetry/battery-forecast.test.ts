/** A battery is forecast only where its readings tell, and then by a range that holds its end. */
import { describe, expect, it } from 'vitest';
import { firstRiseMs, forecastBattery } from './battery-forecast.ts';

const DAY = 24;
const WEEK = 7 * DAY;
const HOURS = 8 * WEEK;

/** One reading for each hour that is named. */
function row(readings: Readonly<Record<number, number>>): { battery: Float64Array<ArrayBuffer> } {
  const battery = new Float64Array(HOURS).fill(Number.NaN);
  for (const [hour, percent] of Object.entries(readings)) battery[Number(hour)] = percent;
  return { battery };
}

/** Readings every so many days, beginning with the first day. */
const every = (days: number, levels: readonly number[]) =>
  row(Object.fromEntries(levels.map((level, at) => [at * days * DAY, level])));

describe('the forecast of a battery', () => {
  it('is a range of weeks from the last reading', () => {
    expect(forecastBattery(every(4, [60, 55, 50, 45, 40]))).toEqual({ percent: 40, least: 2, most: 6 });
  });

  it.each([
    ['four readings are too few', every(5, [60, 50, 40, 30])],
    [
      'readings of thirteen days are too few',
      row({ 0: 60, [4 * DAY]: 55, [8 * DAY]: 50, [10 * DAY]: 45, [13 * DAY]: 40 }),
    ],
    ['two levels are too few', every(4, [60, 60, 50, 50, 50])],
    ['five readings of one day count as one', row({ 0: 60, 1: 59, 2: 58, 3: 57, 4: 56, [20 * DAY]: 40 })],
    ['a battery that rises is not forecast', every(4, [40, 42, 44, 46, 48])],
    ['a battery that neither falls nor rises is not forecast', every(4, [60, 61, 59, 60, 61, 59])],
    ['a fall that would last three times as long as it was seen is not continued', every(4, [99, 98, 97, 96, 95])],
    ['a battery without a reading is not forecast', row({})],
  ])('is missing because %s', (_why, battery) => expect(forecastBattery(battery)).toBe(null));

  it('begins anew with a changed battery', () => {
    expect(forecastBattery(every(4, [20, 15, 100, 95, 90, 85]))).toBe(null);
    expect(forecastBattery(every(4, [20, 15, 100, 90, 80, 70, 60]))).toEqual({ percent: 60, least: 2, most: 5 });
  });
});

describe('the rise of a battery that was changed', () => {
  const DAY_MS = 86_400_000;
  const levels = (...readings: readonly (readonly [day: number, percent: number])[]) => ({
    times: Float64Array.from(readings, ([day]) => day * DAY_MS),
    values: Float64Array.from(readings, ([, percent]) => percent),
  });

  it.each([
    ['is the first clearly higher reading after the change', levels([1, 9], [2, 8], [4, 10], [5, 98], [6, 99]), 5],
    ['is not missed after a long silence of an empty battery', levels([1, 9], [40, 60]), 40],
    ['is missing without a reading before the change', levels([4, 98]), null],
    ['is missing without a reading after the change', levels([1, 9], [2, 98]), null],
    ['is missing where the weather may have raised the reading', levels([2, 60], [4, 73]), null],
    ['is missing where the battery had been changed before', levels([1, 9], [2, 98], [4, 99]), null],
    ['is missing without readings', levels(), null],
  ])('%s', (_, series, day) => expect(firstRiseMs(series, 3 * DAY_MS)).toBe(day === null ? null : day * DAY_MS));
});

/** Percent at an hour, and the hour at which the battery is empty. */
interface Curve {
  readonly levelAt: (hour: number) => number;
  readonly emptyAt: number;
}

type Draw = () => number;

function linear(draw: Draw): Curve {
  const life = (4 + draw() * 100) * WEEK;
  const begin = -draw() * Math.max(0, life - 0.3 * HOURS);
  return { levelAt: (hour) => 100 * (1 - (hour - begin) / life), emptyAt: begin + life };
}

/** A coin cell: most of its life it falls little, then fast. `at`: part of its life at the end of the readings. */
function coinCell(draw: Draw, at: (knee: number) => number): Curve {
  const life = (20 + draw() * 150) * WEEK;
  const knee = 0.75 + draw() * 0.15;
  const low = 80 + draw() * 15;
  const begin = HOURS - life * at(knee);
  const levelAt = (hour: number): number => {
    const part = (hour - begin) / life;
    return part < knee ? 100 - ((100 - low) * part) / knee : (low * (1 - part)) / (1 - knee);
  };
  return { levelAt, emptyAt: begin + life };
}

const CURVES: Readonly<Record<string, (draw: Draw) => Curve>> = {
  linear,
  'coin cell after its plateau': (draw) => coinCell(draw, (knee) => knee + draw() * 0.8 * (1 - knee)),
  'faster and faster'(draw) {
    const life = (10 + draw() * 60) * WEEK;
    const power = 1.5 + draw() * 2;
    const begin = -draw() * Math.max(0, life - HOURS / 2);
    return { levelAt: (hour) => 100 * (1 - ((hour - begin) / life) ** power), emptyAt: begin + life };
  },
  'cold nights'(draw) {
    const { levelAt, emptyAt } = linear(draw);
    const colds = Array.from({ length: HOURS / DAY }, () => (draw() < 0.5 ? 0 : 15 * draw()));
    const isNight = (hour: number): boolean => hour % DAY < 7 || hour % DAY > 21;
    return { levelAt: (hour) => levelAt(hour) - (isNight(hour) ? colds[Math.floor(hour / DAY)]! : 0), emptyAt };
  },
  'changed battery'(draw) {
    const life = (4 + draw() * 60) * WEEK;
    const changedAt = 0.8 * draw() * HOURS;
    const before = 5 + draw() * 50;
    const levelAt = (hour: number): number =>
      hour < changedAt ? before + (100 * (changedAt - hour)) / life : 100 * (1 - (hour - changedAt) / life);
    return { levelAt, emptyAt: changedAt + life };
  },
  'reset to 100 for a time'(draw) {
    const { levelAt, emptyAt } = linear(draw);
    const from = draw() * HOURS;
    const to = from + 72 * draw();
    return { levelAt: (hour) => (hour >= from && hour < to ? 100 : levelAt(hour)), emptyAt };
  },
};

/** Readings of a curve: rounded, with noise, some of the hours. */
function readingsOf({ levelAt, emptyAt }: Curve, draw: Draw): { battery: Float64Array<ArrayBuffer> } {
  const noise = 1.5 * draw();
  const share = [0.003, 0.01, 0.05, 0.5, 1][Math.floor(5 * draw())]!;
  const battery = Float64Array.from({ length: HOURS }, (_, hour) => {
    const level = Math.round(levelAt(hour) + noise * (2 * draw() - 1));
    return hour >= emptyAt - 1 || draw() > share ? Number.NaN : Math.min(100, Math.max(0, level));
  });
  return { battery };
}

const BATTERIES = 400;

/** Repeatable numbers in [0, 1). */
function drawsOf(seed: number): Draw {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 0x1_0000_0000;
  };
}

describe('the forecast of many batteries', () => {
  it.each(Object.keys(CURVES))('includes the true end of at least nine in ten batteries: %s', (kind) => {
    const draw = drawsOf(kind.length);
    let [given, missed, wide] = [0, 0, 0];
    for (let count = 0; count < BATTERIES; count += 1) {
      const curve = CURVES[kind]!(draw);
      const { battery } = readingsOf(curve, draw);
      const forecast = forecastBattery({ battery });
      if (forecast === null) continue;
      given += 1;
      const lastAt = battery.findLastIndex((percent) => !Number.isNaN(percent));
      const weeks = (curve.emptyAt - lastAt) / WEEK;
      if (weeks < forecast.least || weeks > forecast.most) missed += 1;
      if (forecast.most > 3 * forecast.least + 4) wide += 1;
    }
    expect(given).toBeGreaterThan(BATTERIES / 10);
    expect(missed / given).toBeLessThanOrEqual(0.1);
    // A range may be right because it says nothing.
    expect(wide / given).toBeLessThanOrEqual(0.25);
  });

  it('is missing for every coin cell on its plateau', () => {
    const draw = drawsOf(1);
    for (let count = 0; count < BATTERIES; count += 1) {
      const curve = coinCell(draw, (knee) => 0.3 + draw() * (knee - 0.3));
      expect(forecastBattery(readingsOf(curve, draw))).toBe(null);
    }
  });
});
