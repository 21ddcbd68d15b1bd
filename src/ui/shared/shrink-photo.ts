/** Makes a photo small enough to store. */
import { MAX_PHOTO_BYTES, MAX_PHOTO_EDGE } from '../../domain/job/photo.ts';

/** Tried in this order until the photo is small enough. The last one is, whatever the photo shows. */
const TRIES = [
  { edge: MAX_PHOTO_EDGE, quality: 0.85 },
  { edge: MAX_PHOTO_EDGE, quality: 0.6 },
  { edge: MAX_PHOTO_EDGE / 2, quality: 0.6 },
  { edge: MAX_PHOTO_EDGE / 4, quality: 0.6 },
];

/**
 * Returns the picture upright as a JPEG of at most MAX_PHOTO_EDGE pixels and MAX_PHOTO_BYTES. It is drawn anew, so that
 * nothing but its pixels remains: no place, camera or time. Rejects when the browser cannot read the file as a picture.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    for (const { edge, quality } of TRIES) {
      const photo = await draw(picture, edge, quality);
      if (photo.size <= MAX_PHOTO_BYTES) return photo;
    }
    throw new Error('The photo cannot be made small enough');
  } finally {
    picture.close();
  }
}

function draw(picture: ImageBitmap, edge: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((length) => Math.max(1, Math.round(length * scale)));
  const canvas = new OffscreenCanvas(width!, height!);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  // A JPEG has no transparency: it would become black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
