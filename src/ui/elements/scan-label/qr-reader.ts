/**
 * Reads QR codes that are full of data too. The library's own finder takes for a corner what looks like one along a row and a
 * column, and keeps the three that it met most often. Many a full code has such places inside, and would never be read.
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
// The library's front door leaves these out.
import Detector from '@zxing/library/esm/core/qrcode/detector/Detector';
import type FinderPattern from '@zxing/library/esm/core/qrcode/detector/FinderPattern';
import FinderPatternFinder from '@zxing/library/esm/core/qrcode/detector/FinderPatternFinder';
import FinderPatternInfo from '@zxing/library/esm/core/qrcode/detector/FinderPatternInfo';

type Hints = Map<DecodeHintType, unknown>;
type Corners = [FinderPattern, FinderPattern, FinderPattern];

/** Between the middles of two corners, and four more for each version. */
const SQUARES_BETWEEN = 10;
/** A corner is crossed by this many rows at least. */
const LEAST_ROWS = 2;
/** Of a picture full of such places those that were met most often: each three of them are looked at. */
const MOST_CORNERS = 60;
/** The largest corner of a code beside its smallest, as a camera sees them that is held askew. */
const MOST_UNLIKE = 1.4;

/** Who is told of each place that looks like a corner. */
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

  #read(found: DetectorResult, hints: Hints): Result {
    const read = this.getDecoder().decodeBitMatrix(found.getBits(), hints);
    return new Result(read.getText(), read.getRawBytes(), read.getNumBits(), found.getPoints(), BarcodeFormat.QR_CODE);
  }
}

/** Of a small or turned picture the library often takes a number of squares that no code has; this takes the nearest that one has. */
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
      // It makes a choice of its own, or finds nothing to choose from.
    }
    const likely = this.#met
      .filter((corner) => corner.getCount() >= LEAST_ROWS)
      .toSorted((one, other) => other.getCount() - one.getCount());
    const corners = squarest(likely.slice(0, MOST_CORNERS));
    if (corners === null) throw new NotFoundException();
    ResultPoint.orderBestPatterns(corners);
    return new FinderPatternInfo(corners);
  }

  /** Looks along the diagonal as well, and says that it found nothing, so that no row is left out. */
  protected override handlePossibleCenter(runs: Int32Array, row: number, end: number): boolean {
    super.handlePossibleCenter(runs, row, end, true);
    this.#met = [...this.getPossibleCenters()];
    return false;
  }
}

/** The three that stand most nearly as the corners of half a square. */
function squarest(met: readonly FinderPattern[]): Corners | null {
  let best: Corners | null = null;
  let least = Infinity;
  for (const [i, one] of met.entries()) {
    for (const [j, two] of met.slice(0, i).entries()) {
      for (const three of met.slice(0, j)) {
        const sizes = [one, two, three].map((corner) => corner.getEstimatedModuleSize());
        if (Math.max(...sizes) > MOST_UNLIKE * Math.min(...sizes)) continue;
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

/** The square of how far. */
function apart(one: ResultPoint, other: ResultPoint): number {
  return ResultPoint.distance(one, other) ** 2;
}
