/** A photo of the spot where a beacon of a job hangs, and how much of the browser's storage all photos may take. */

/** Longest edge of a stored photo, pixels. */
export const MAX_PHOTO_EDGE = 1600;
/** The largest stored photo, bytes. */
export const MAX_PHOTO_BYTES = 400_000;
/** The most that the photos of all accounts of this phone may take, bytes. */
const MAX_BUDGET_BYTES = 200_000_000;
/** Part of what the browser grants to the app. */
const BUDGET_PART = 1 / 4;

/** Job, beacon and time identify a photo: two of the same are one. */
export interface Photo {
  readonly jobId: string;
  readonly uniqueId: string;
  /** When it was added here, Unix ms. When a picture from elsewhere was taken is not known. */
  readonly addedAtMs: number;
  /** A JPEG without any metadata, of at most MAX_PHOTO_BYTES. */
  readonly file: Blob;
}

/** `quotaBytes`: what the browser grants to the app. */
export function photoBudget(quotaBytes: number): number {
  return Math.min(MAX_BUDGET_BYTES, quotaBytes * BUDGET_PART);
}
