/** What Chromium prints, measured on the paper: the size of each page and what is filled with black, from the PDF itself. */
import { inflateSync } from 'node:zlib';

export interface Box {
  readonly leftMm: number;
  readonly topMm: number;
  readonly rightMm: number;
  readonly bottomMm: number;
}

export interface PrintedPage {
  readonly widthMm: number;
  readonly heightMm: number;
  /** The bounds of each black part of a path. Characters are none. */
  readonly ink: readonly Box[];
}

type Matrix = readonly [number, number, number, number, number, number];

const MM_PER_POINT = 25.4 / 72;

export function pagesOfPdf(pdf: Buffer): readonly PrintedPage[] {
  const text = pdf.toString('latin1');
  return [
    ...text.matchAll(/\/Type \/Page\n[\s\S]*?\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\][\s\S]*?\/Contents (\d+) 0 R/g),
  ].map(([, width, height, contents]) => ({
    widthMm: Number(width) * MM_PER_POINT,
    heightMm: Number(height) * MM_PER_POINT,
    ink: inkOf(streamOf(pdf, text, Number(contents)), Number(height)),
  }));
}

function streamOf(pdf: Buffer, text: string, object: number): string {
  const start = text.indexOf(`\n${object} 0 obj\n`);
  const length = Number(/\/Length (\d+)/.exec(text.slice(start))![1]);
  const from = text.indexOf('stream\n', start) + 'stream\n'.length;
  return inflateSync(pdf.subarray(from, from + length)).toString('latin1');
}

/** Follows the operators that Chromium writes (PDF 32000-1, 8.4 and 8.5). Y begins at the bottom of the page. */
function inkOf(stream: string, heightPoints: number): readonly Box[] {
  const found: Box[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  let isBlack = true;
  let parts: (readonly [x: number, y: number])[][] = [];
  let numbers: number[] = [];
  const saved: { matrix: Matrix; isBlack: boolean }[] = [];
  const point = (x: number, y: number): readonly [number, number] => {
    const [a, b, c, d, e, f] = matrix;
    return [(a * x + c * y + e) * MM_PER_POINT, (heightPoints - (b * x + d * y + f)) * MM_PER_POINT];
  };
  // Characters are shown between BT and ET, where their texts may look like operators.
  for (const token of stream.replaceAll(/\bBT\b[\s\S]*?\bET\b/g, '').split(/\s+/)) {
    const number = Number(token);
    if (token !== '' && !Number.isNaN(number)) {
      numbers.push(number);
      continue;
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    if (token === 'q') saved.push({ matrix, isBlack });
    else if (token === 'Q') ({ matrix, isBlack } = saved.pop()!);
    else if (token === 'cm') {
      const [A, B, C, D, E, F] = matrix;
      matrix = [A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, A * e + C * f + E, B * e + D * f + F];
    } else if (token === 'rg') isBlack = a + b + c === 0;
    else if (token === 'm') parts.push([point(a, b)]);
    else if (token === 'l') parts.at(-1)!.push(point(a, b));
    else if (token === 're') parts.push([point(a, b), point(a + c, b + d)]);
    else if (['f', 'f*', 'n', 'S'].includes(token)) {
      if (token.startsWith('f') && isBlack) found.push(...parts.map(boundsOf));
      parts = [];
    }
    numbers = [];
  }
  return found;
}

function boundsOf(points: readonly (readonly [x: number, y: number])[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { leftMm: Math.min(...xs), topMm: Math.min(...ys), rightMm: Math.max(...xs), bottomMm: Math.max(...ys) };
}

/** Returns one box around all of them. */
export function around(boxes: readonly Box[]): Box {
  return boundsOf(
    boxes.flatMap(
      ({ leftMm, topMm, rightMm, bottomMm }) =>
        [
          [leftMm, topMm],
          [rightMm, bottomMm],
        ] as const,
    ),
  );
}

/** Returns a grey picture of a part of the page, as a scanner makes it. */
export function pictureOf(
  ink: readonly Box[],
  part: Box,
  pxPerMm = 12,
): { width: number; height: number; grey: Uint8ClampedArray } {
  const px = (mm: number): number => Math.round(mm * pxPerMm);
  const [width, height] = [px(part.rightMm - part.leftMm), px(part.bottomMm - part.topMm)];
  const grey = new Uint8ClampedArray(width * height).fill(255);
  for (const box of ink)
    for (let y = Math.max(0, px(box.topMm - part.topMm)); y < Math.min(height, px(box.bottomMm - part.topMm)); y += 1)
      grey.fill(
        0,
        y * width + Math.max(0, px(box.leftMm - part.leftMm)),
        y * width + Math.min(width, Math.max(0, px(box.rightMm - part.leftMm))),
      );
  return { width, height, grey };
}
