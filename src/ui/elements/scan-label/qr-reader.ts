/**
 * Reads QR codes full of data. The library's detector accepts as a corner anything that looks like one along a row and
 * a column, and keeps the three most frequent. Many full codes contain such patterns and would never be read.
 */
import {
  BarcodeFormat,
  NotFoundException,
  QRCodeReader,
  Result,
  ResultPoint,
  type BinaryBitmap,
  type BitMatrix,
  type DecodeHintType,
  type DetectorResult,
} from '@zxing/library';
// The library's index does not export these.
import Detector from '@zxing/library/esm/core/qrcode/detector/Detector';
import type FinderPattern from '@zxing/library/esm/core/qrcode/detector/FinderPattern';
import FinderPatternFinder from '@zxing/library/esm/core/qrcode/detector/FinderPatternFinder';
import FinderPatternInfo from '@zxing/library/esm/core/qrcode/detector/FinderPatternInfo';

type Hints = Map<DecodeHintType, unknown>;
type Corners = [FinderPattern, FinderPattern, FinderPattern];

/** Squares between the centres of two corners of version 1, plus four for each version. */
const SQUARES_BETWEEN = 10;
/** Least number of rows that cross a corner. */
const MIN_ROWS = 2;
/** Maximum number of candidates kept, the most frequent ones; every three of them are compared. */
const MAX_CORNERS = 60;
/** Size ratio of the largest to the smallest corner when the camera is tilted. */
const MAX_UNLIKE = 1.4;

/** Receives candidate points; not used. */
const NOBODY = { foundPossibleResultPoint: () => undefined };

export class QrReader extends QRCodeReader {
  override decode(image: BinaryBitmap, hints: Hints): Result {
    const matrix = image.getBlackMatrix();
    const corners = new CornerFinder(matrix, NOBODY).find(hints);
    try {
      return this.#read(new QrDetector(matrix, 'nearest').of(corners), hints);
    } catch {
      return this.#read(new QrDetector(matrix, 'next').of(corners), hints);
    }
  }

  #read(detected: DetectorResult, hints: Hints): Result {
    const read = this.getDecoder().decodeBitMatrix(detected.getBits(), hints);
    return new Result(
      read.getText(),
      read.getRawBytes(),
      read.getNumBits(),
      detected.getPoints(),
      BarcodeFormat.QR_CODE,
    );
  }
}

/** For small or rotated pictures the library often computes an impossible size; this uses the nearest valid one. */
class QrDetector extends Detector {
  constructor(
    image: BitMatrix,
    private readonly version: 'nearest' | 'next',
  ) {
    super(image);
  }

  of(corners: FinderPatternInfo): DetectorResult {
    return this.processFinderPatternInfo(corners);
  }

  protected override calculateModuleSize(topLeft: ResultPoint, topRight: ResultPoint, bottomLeft: ResultPoint): number {
    const span = (ResultPoint.distance(topLeft, topRight) + ResultPoint.distance(topLeft, bottomLeft)) / 2;
    const versions = (span / super.calculateModuleSize(topLeft, topRight, bottomLeft) - SQUARES_BETWEEN) / 4;
    const nearest = Math.round(versions);
    const version = this.version === 'nearest' ? nearest : versions > nearest ? nearest + 1 : nearest - 1;
    return span / (SQUARES_BETWEEN + 4 * version);
  }
}

class CornerFinder extends FinderPatternFinder {
  #met: readonly FinderPattern[] = [];

  override find(hints: Hints): FinderPatternInfo {
    try {
      super.find(hints);
    } catch {
      // The library selects corners by itself, or fails.
    }
    const likely = this.#met
      .filter((corner) => corner.getCount() >= MIN_ROWS)
      .toSorted((one, other) => other.getCount() - one.getCount());
    const corners = squarest(likely.slice(0, MAX_CORNERS));
    if (corners === null) throw new NotFoundException();
    ResultPoint.orderBestPatterns(corners);
    return new FinderPatternInfo(corners);
  }

  /** Also checks the diagonal, and returns false so that no row is skipped. */
  protected override handlePossibleCenter(runs: Int32Array, row: number, end: number): boolean {
    super.handlePossibleCenter(runs, row, end, true);
    this.#met = [...this.getPossibleCenters()];
    return false;
  }
}

/** The three candidates that form the best right isosceles triangle. */
function squarest(met: readonly FinderPattern[]): Corners | null {
  let best: Corners | null = null;
  let least = Infinity;
  for (const [i, one] of met.entries()) {
    for (const [j, two] of met.slice(0, i).entries()) {
      for (const three of met.slice(0, j)) {
        const sizes = [one, two, three].map((corner) => corner.getEstimatedModuleSize());
        if (Math.max(...sizes) > MAX_UNLIKE * Math.min(...sizes)) continue;
        const [short, middle, long] = [apart(one, two), apart(two, three), apart(one, three)].toSorted((a, b) => a - b);
        const bent = Math.abs(long! - 2 * short!) + Math.abs(long! - 2 * middle!);
        if (bent >= least) continue;
        least = bent;
        best = [one, two, three];
      }
    }
  }
  return best;
}

/** The squared distance. */
function apart(one: ResultPoint, other: ResultPoint): number {
  return ResultPoint.distance(one, other) ** 2;
}
