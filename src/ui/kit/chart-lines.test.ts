/** Proves from tokens.css that people of every colour vision can distinguish the lines of a chart in each theme. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const LINES = 8;
/**
 * CIEDE2000: two colours beside each other differ visibly from 2 on. This is far more, because the lines are thin and
 * apart.
 */
const MIN_DIFFERENCE = 12;

type Rgb = readonly [number, number, number];

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear light. */
const VISIONS: Readonly<Record<string, readonly Rgb[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const THEMES = { light: 0, dark: 1, sun: 2 } as const;
type Theme = keyof typeof THEMES;

/** Light and dark are in one value, the sun theme has its own. */
function valueOf(name: string, theme: Theme): string {
  const [base, sun] = css.split(":root[data-theme='sun']") as [string, string];
  if (theme === 'sun') return new RegExp(`${name}: (#[0-9a-f]{6});`).exec(sun)?.[1] ?? '';
  const both = new RegExp(`${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(base);
  return both?.[THEMES[theme] + 1] ?? '';
}

function linear(hex: string): Rgb {
  if (!/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`not a colour: ${hex}`);
  const part = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function contrast(one: string, other: string): number {
  const light = (hex: string): number => {
    const [r, g, b] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [light(one), light(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function seen(hex: string, vision: readonly Rgb[]): Rgb {
  const [r, g, b] = linear(hex);
  return vision.map(([x, y, z]) => Math.min(1, Math.max(0, x * r + y * g + z * b))) as unknown as Rgb;
}

/** CIELAB under D65. */
function labOf([r, g, b]: Rgb): Rgb {
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000. */
function difference([l1, a1, b1]: Rgb, [l2, a2, b2]: Rgb): number {
  const radian = Math.PI / 180;
  const seventh = (c: number): number => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const g = 0.5 * (1 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [x1, x2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(x1, b1), Math.hypot(x2, b2)];
  const hue = (y: number, x: number): number => (x === 0 && y === 0 ? 0 : (Math.atan2(y, x) / radian + 360) % 360);
  const [h1, h2] = [hue(b1, x1), hue(b2, x2)];
  const grey = c1 * c2 === 0;
  const turn = grey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const sum = h1 + h2;
  const mean = grey ? sum : Math.abs(h1 - h2) <= 180 ? sum / 2 : (sum < 360 ? sum + 360 : sum - 360) / 2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const cosine = (times: number, shift: number): number => Math.cos((times * mean + shift) * radian);
  const t = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.2 * cosine(4, -63);
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * c);
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * radian)) / (1 + 0.015 * c * t);
  const twist = -2 * seventh(c) * Math.sin(60 * Math.exp(-(((mean - 275) / 25) ** 2)) * radian);
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + twist * dc * dh);
}

describe.each(Object.keys(THEMES) as Theme[])('the lines of a chart in the %s theme', (theme) => {
  const colours = Array.from({ length: LINES }, (_, at) => valueOf(`--chart-line-${at + 1}`, theme));

  it.each(Object.entries(VISIONS))('are told apart by people of %s colour vision', (_, vision) => {
    const near = colours.flatMap((one, at) =>
      colours.slice(at + 1).flatMap((other) => {
        const apart = difference(labOf(seen(one, vision)), labOf(seen(other, vision)));
        return apart >= MIN_DIFFERENCE ? [] : [`${one} and ${other}: ${apart.toFixed(1)}`];
      }),
    );
    expect(near).toEqual([]);
  });

  it.each(['--color-surface', '--color-paper'])('have a contrast of 3:1 with %s', (ground) => {
    const behind = valueOf(ground, theme);
    expect(colours.filter((colour) => contrast(colour, behind) < 3)).toEqual([]);
  });
});

it.each([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
] as const)('the measure of colour difference agrees with published values for %j and %j', (one, other, apart) =>
  expect(difference(one, other)).toBeCloseTo(apart, 3),
);
