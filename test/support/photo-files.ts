/** Pictures for tests of photos, as a camera writes them. */

/** Returns a JPEG whose left half is red and whose right half is blue. */
export async function pictureFile(width = 64, height = 48): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  for (const [at, colour] of ['red', 'blue'].entries()) {
    context.fillStyle = colour;
    context.fillRect((at * width) / 2, 0, width / 2, height);
  }
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })], 'spot.jpg', {
    type: 'image/jpeg',
  });
}

/** Returns a picture that compresses as badly as none of a camera does. */
export async function noisyFile(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  const pixels = context.createImageData(width, height);
  for (let from = 0; from < pixels.data.length; from += 65_536)
    crypto.getRandomValues(pixels.data.subarray(from, from + 65_536));
  context.putImageData(pixels, 0, 0);
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })], 'noise.jpg', {
    type: 'image/jpeg',
  });
}

/** The camera, which `withExif` names. */
export const CAMERA = 'Camera of Ada';

/**
 * Returns the JPEG with what a phone writes into it: the camera, that it was held upright (orientation 6, a quarter turn
 * clockwise), and a place (the GPS directory).
 */
export async function withExif(jpeg: File): Promise<File> {
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  return new File([bytes.slice(0, 2), exifSegment(), bytes.slice(2)], jpeg.name, { type: jpeg.type });
}

/** An APP1 segment: "Exif", a TIFF header, and two directories. */
function exifSegment(): Uint8Array<ArrayBuffer> {
  const camera = new TextEncoder().encode(`${CAMERA}\0`);
  const [first, text] = [8, 8 + 2 + 3 * 12 + 4];
  const gps = text + camera.length;
  const tiff = new DataView(new ArrayBuffer(gps + 2 + 12 + 4));
  const entry = (at: number, tag: number, type: number, count: number, value: number): void => {
    tiff.setUint16(at, tag);
    tiff.setUint16(at + 2, type);
    tiff.setUint32(at + 4, count);
    if (type === 3) tiff.setUint16(at + 8, value);
    else tiff.setUint32(at + 8, value);
  };
  tiff.setUint32(0, 0x4d_4d_00_2a);
  tiff.setUint32(4, first);
  tiff.setUint16(first, 3);
  entry(first + 2, 0x01_10, 2, camera.length, text);
  entry(first + 14, 0x01_12, 3, 1, 6);
  entry(first + 26, 0x88_25, 4, 1, gps);
  new Uint8Array(tiff.buffer).set(camera, text);
  tiff.setUint16(gps, 1);
  // The reference of the latitude: "N".
  entry(gps + 2, 1, 2, 2, 0x4e_00_00_00);
  const body = new Uint8Array([...new TextEncoder().encode('Exif\0\0'), ...new Uint8Array(tiff.buffer)]);
  const length = body.length + 2;
  return new Uint8Array([0xff, 0xe1, length >> 8, length & 0xff, ...body]);
}

/** The markers of the segments of a JPEG up to its picture, such as 0xe1 for EXIF. */
export async function segmentsOf(jpeg: Blob): Promise<number[]> {
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  const found: number[] = [];
  for (let at = 2; bytes[at] === 0xff && bytes[at + 1] !== 0xda; at += 2 + (bytes[at + 2]! << 8) + bytes[at + 3]!)
    found.push(bytes[at + 1]!);
  return found;
}
