/** Photos in the file of a job: as many as it holds, and none that is damaged. The plan is read in any case. */
import { describe, expect, it } from 'vitest';
import { fixtureAccount } from '../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask } from '../../../test/support/job-rows.ts';
import { MAX_FILE_BYTES } from '../limits.ts';
import { writeReceiptFile } from '../receipt-file.ts';
import { readJobFile, writeJobFile, type JobFileReading } from './job-file.ts';
import type { Photo } from './photo.ts';
import { withPhotos } from './photo-lines.ts';

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const TASKS = [0, 1].map((at) => fixtureTask(at));
const [ONE, TWO] = TASKS.map(({ uniqueId }) => uniqueId) as [string, string];

const plain = (): Promise<string> =>
  writeJobFile(
    {
      madeAtMs: 5,
      job: fixtureJob(),
      tasks: TASKS,
      packages: [],
      receipts: writeReceiptFile(fixtureAccount(), [], 1),
    },
    sha256,
  );

/** `last` tells photos apart. */
function jpegOf(last: number, length = 40): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length).fill(last);
  bytes.set([0xff, 0xd8, 0xff]);
  return bytes;
}

function photo(uniqueId: string, addedAtMs: number, jpeg = jpegOf(addedAtMs)): Photo {
  return { jobId: 'job-1', uniqueId, addedAtMs, file: new Blob([jpeg]) };
}

const PHOTOS = [photo(ONE, 1), photo(ONE, 2), photo(TWO, 3)];
const fileWith = async (photos: readonly Photo[]): Promise<string> =>
  (await withPhotos(await plain(), photos, sha256)).text;

/** Returns the beacons and times of the photos, and how many were lost. Throws when the job was refused. */
async function read(text: string): Promise<{ photos: string[]; lost: number }> {
  const reading: JobFileReading = await readJobFile(text, sha256);
  if (!reading.ok) throw new Error(reading.problem);
  expect(reading.file.tasks).toHaveLength(2);
  expect(reading.dropped).toEqual([]);
  return {
    photos: reading.photos.map(({ uniqueId, addedAtMs }) => `${uniqueId} ${addedAtMs}`),
    lost: reading.photosLost,
  };
}

describe('the photos in the file of a job', () => {
  it('are read as they were written, each with its beacon and time', async () => {
    const reading = await readJobFile(await fileWith(PHOTOS), sha256);
    expect(reading).toMatchObject({
      ok: true,
      photosLost: 0,
      photos: [
        { uniqueId: ONE, addedAtMs: 1, jpeg: jpegOf(1) },
        { uniqueId: ONE, addedAtMs: 2, jpeg: jpegOf(2) },
        { uniqueId: TWO, addedAtMs: 3, jpeg: jpegOf(3) },
      ],
    });
  });

  it('make the job a file of a newer version, which an earlier app recognises', async () => {
    expect(JSON.parse(await fileWith(PHOTOS))).toMatchObject({ format: 'beacon-fieldkit-job', version: 2 });
  });

  it('leave the file unchanged when there are none', async () => {
    expect(await fileWith([])).toBe(await plain());
    expect(await read(await plain())).toEqual({ photos: [], lost: 0 });
  });

  it('are counted as lost when they are damaged, and the undamaged photos are read', async () => {
    const text = await fileWith(PHOTOS);
    const lineOf = (at: number): string => text.split('\n')[2 + at]!;
    for (const [what, damaged] of [
      ['its picture was changed', lineOf(1).replace('AgIC', 'AgIB')],
      ['it was given to another beacon', lineOf(1).replace(ONE, TWO)],
      ['its time was changed', lineOf(1).replace('"addedAtMs":2', '"addedAtMs":7')],
      ['it is no JSON', lineOf(1).replace('{', '')],
      ['it is nested too deep', '['.repeat(5000)],
      ['it is something else', '7,'],
      ['it is gone', ''],
    ] as const) {
      expect(damaged, what).not.toBe(lineOf(1));
      expect(await read(text.replace(lineOf(1), damaged)), what).toEqual({ photos: [`${ONE} 1`, `${TWO} 3`], lost: 1 });
    }
  });

  it('are read up to the place at which the file was cut off', async () => {
    const text = await fileWith(PHOTOS);
    expect(await read(text.slice(0, text.indexOf('"addedAtMs":3')))).toEqual({
      photos: [`${ONE} 1`, `${ONE} 2`],
      lost: 1,
    });
    expect(await read(text.slice(0, text.indexOf('"photos":[\n') + '"photos":[\n'.length))).toEqual({
      photos: [],
      lost: 3,
    });
  });

  it('are counted as lost when another program has written the file anew', async () => {
    expect(await read(JSON.stringify(JSON.parse(await fileWith(PHOTOS)), null, 2))).toEqual({ photos: [], lost: 3 });
  });

  it('are refused when they are no JPEG, larger than a stored photo, or of no beacon of the file', async () => {
    const text = await fileWith([
      photo(ONE, 1, new Uint8Array(40)),
      photo(ONE, 2, jpegOf(2, 400_001)),
      photo('stranger', 3),
      photo(TWO, 4),
    ]);
    expect(await read(text)).toEqual({ photos: [`${TWO} 4`], lost: 3 });
  });

  it('are left out and named where the file would be larger than it may be', async () => {
    const large = Array.from({ length: 100 }, (_, at) => photo(at < 80 ? ONE : TWO, at, jpegOf(at, 400_000)));
    const { text, leftOut } = await withPhotos(await plain(), [...large, photo(ONE, 1000)], sha256);
    expect(text.length).toBeLessThanOrEqual(MAX_FILE_BYTES);
    expect(leftOut).toEqual([TWO]);
    const { photos, lost } = await read(text);
    expect(lost).toBe(0);
    // 400 kB as text are 533 kB.
    expect(photos).toHaveLength(94);
    expect(photos.at(-1)).toBe(`${ONE} 1000`);
  });
});
