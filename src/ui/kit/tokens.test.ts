/** Proves from tokens.css that every pair of colours that meets on screen is legible in each theme. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

type Theme = 'light' | 'dark' | 'sun';
type Palette = ReadonlyMap<string, string>;

function colorsOf(selector: string): Palette {
  const start = css.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`tokens.css has no rule for ${selector}`);
  const block = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--color-([a-z-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', (match[2] ?? '').trim()]),
  );
}

const base = colorsOf(':root');

function paletteOf(theme: Theme): Palette {
  if (theme === 'sun') return new Map([...base, ...colorsOf(":root[data-theme='sun']")]);
  return new Map(
    [...base].map(([name, value]) => {
      const both = /^light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)$/.exec(value);
      if (both === null) throw new Error(`--color-${name} has no light and dark value: ${value}`);
      return [name, (theme === 'light' ? both[1] : both[2]) ?? ''];
    }),
  );
}

/** WCAG 2.2 relative luminance of #rrggbb. */
function luminance(hex: string): number {
  if (!/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`not an opaque colour: ${hex}`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const grounds = ['paper', 'surface'];
const tones = ['accent', 'done', 'attention', 'stop', 'info'];

/** Text pairs: [foreground, background]. */
const textPairs: readonly (readonly [string, string])[] = [
  ...grounds.flatMap((ground) => ['ink', 'ink-soft', ...tones].map((text) => [text, ground] as const)),
  ...tones.flatMap((tone) => [
    [`on-${tone}`, tone] as const,
    [tone, `${tone}-soft`] as const,
    ['ink', `${tone}-soft`] as const,
    ['ink-soft', `${tone}-soft`] as const,
  ]),
  ['paper', 'ink'],
];

/** Borders of controls and empty marks. WCAG 1.4.11 requires 3:1. */
const strokePairs = grounds.map((ground) => ['line-strong', ground] as const);

describe.each(['light', 'dark', 'sun'] as const)('the %s theme', (theme) => {
  const palette = paletteOf(theme);
  const value = (name: string): string => {
    const color = palette.get(name);
    if (color === undefined) throw new Error(`--color-${name} is missing`);
    return color;
  };
  const least = theme === 'sun' ? 7 : 4.5;

  test.each(textPairs)(`gives text in --color-%s on --color-%s a contrast of at least ${least}:1`, (text, ground) => {
    expect(contrast(value(text), value(ground))).toBeGreaterThanOrEqual(least);
  });

  test.each(strokePairs)('gives --color-%s on --color-%s a contrast of at least 3:1', (stroke, ground) => {
    expect(contrast(value(stroke), value(ground))).toBeGreaterThanOrEqual(3);
  });
});

test('the formula of contrast gives 21:1 for black on white, and just enough for #767676 on white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

test('every colour of the themes has its contrast checked, or is listed as one without meaning', () => {
  const covered = new Set([...textPairs, ...strokePairs].flat());
  expect([...base.keys()].filter((name) => !covered.has(name))).toEqual(['line', 'veil']);
});

test('the sun theme defines every colour', () => {
  expect([...colorsOf(":root[data-theme='sun']").keys()]).toEqual([...base.keys()]);
});

test('buttons on a phone are 56 px high, and nothing is animated with reduced motion', () => {
  expect(css).toContain('--target-phone: 56px');
  const reduced = css.slice(css.indexOf('prefers-reduced-motion'));
  for (const name of [...css.slice(0, css.indexOf('@media')).matchAll(/--duration-[a-z]+/g)].map(String))
    expect(reduced).toContain(`${name}: 0ms`);
});
