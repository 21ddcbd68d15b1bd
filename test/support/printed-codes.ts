/** Draws printed codes as a camera sees them: turned, out of focus, slightly noisy. */
import bwip from 'bwip-js/node';

export type PrintedKind = 'qrcode' | 'datamatrix' | 'code128' | 'ean13' | 'ean8';

export interface Print extends Held {
  readonly kind: PrintedKind;
  readonly text: string;
}

/** The position of a code in front of the camera. */
export interface Held {
  /** Pixels of the smallest part of the code. */
  readonly modulePx: number;
  readonly turnDegrees?: number;
  /** Half the width of the blur, pixels. */
  readonly blurPx?: number;
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8ClampedArray<ArrayBuffer>;
}

const INK = 25;
const PAPER = 235;
const WALL = 150;
/** Largest change of a grey level. */
const NOISE = 6;
/** Points of a pixel that are tested for ink. */
const POINTS = [1, 3, 5].flatMap((down) => [1, 3, 5].map((aside) => [aside / 6, down / 6] as const));

export function photograph(print: Print, width = 640, height = 480): Picture {
  return photographOf(drawn(print.kind, print.text), print, width, height);
}

export function photographOf(code: Drawn, print: Held, width: number, height: number): Picture {
  const [w, h] = [code.width * print.modulePx, code.height * print.modulePx];
  const quiet = 10 * print.modulePx;
  const angle = ((print.turnDegrees ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const grey = new Float64Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const [x, y] = [(at % width) - width / 2, Math.floor(at / width) - height / 2];
    let sum = 0;
    for (const [aside, down] of POINTS) {
      const [dx, dy] = [x + aside, y + down];
      const u = cos * dx + sin * dy + w / 2;
      const v = cos * dy - sin * dx + h / 2;
      if (u >= 0 && v >= 0 && u < w && v < h)
        sum += code.ink(Math.floor(u / print.modulePx), Math.floor(v / print.modulePx)) ? INK : PAPER;
      else sum += u > -quiet && v > -quiet && u < w + quiet && v < h + quiet ? PAPER : WALL;
    }
    grey[at] = sum / POINTS.length;
  }
  return { width, height, grey: noisy(blurred(grey, width, height, print.blurPx ?? 0)) };
}

/**
 * Returns a film of these pictures, each shown for some frames, which Chromium plays instead of a camera (YUV4MPEG2).
 */
export function film(pictures: readonly Picture[], framesEach: number): Buffer {
  const { width, height } = pictures[0]!;
  const colour = Buffer.alloc((width / 2) * (height / 2) * 2, 128);
  const frames = pictures.flatMap(({ grey }) =>
    Array.from({ length: framesEach }, () => [Buffer.from('FRAME\n'), Buffer.from(grey), colour]).flat(),
  );
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`), ...frames]);
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  ink(x: number, y: number): boolean;
}

function drawn(kind: PrintedKind, text: string): Drawn {
  const [code] = bwip.raw(kind, text, {}) as unknown as readonly {
    readonly pixs?: readonly number[];
    readonly pixx?: number;
    readonly pixy?: number;
    readonly sbs?: readonly number[];
  }[];
  if (code?.pixs !== undefined) {
    const { pixs, pixx = 0, pixy = 0 } = code;
    return { width: pixx, height: pixy, ink: (x, y) => pixs[y * pixx + x] === 1 };
  }
  const bars = (code?.sbs ?? []).flatMap((width, index) => Array.from({ length: width }, () => index % 2 === 0));
  return { width: bars.length, height: Math.round(bars.length / 3), ink: (x) => bars[x] === true };
}

/** Three box filters, one after the other, approximate a lens out of focus. */
function blurred(grey: Float64Array, width: number, height: number, reach: number): Float64Array {
  let now = grey;
  for (let pass = 0; pass < (reach === 0 ? 0 : 6); pass += 1) {
    const step = pass % 2 === 0 ? 1 : width;
    const out = new Float64Array(now.length);
    for (let at = 0; at < now.length; at += 1) {
      let sum = 0;
      let count = 0;
      for (let by = -reach; by <= reach; by += 1) {
        const x = (at % width) + (step === 1 ? by : 0);
        const y = Math.floor(at / width) + (step === 1 ? 0 : by);
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        sum += now[y * width + x]!;
        count += 1;
      }
      out[at] = sum / count;
    }
    now = out;
  }
  return now;
}

/** The same noise each time. */
function noisy(grey: Float64Array): Uint8ClampedArray<ArrayBuffer> {
  let seed = 1;
  const out = new Uint8ClampedArray(grey.length);
  for (let at = 0; at < grey.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 0x8000_0000;
    out[at] = grey[at]! + (seed / 0x8000_0000 - 0.5) * 2 * NOISE;
  }
  return out;
}
