/** A photo becomes small, upright, and free of all that a camera has written into it. */
import { expect } from '@open-wc/testing';
import { CAMERA, noisyFile, pictureFile, segmentsOf, withExif } from '../../../test/support/photo-files.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTO_EDGE } from '../../domain/job/photo.ts';
import { shrinkPhoto } from './shrink-photo.ts';

const EXIF = 0xe1;

/** Returns the size and the colour near each corner: "red", "blue" or "white". */
async function seen(photo: Blob): Promise<{ size: readonly [number, number]; corners: string[] }> {
  const picture = await createImageBitmap(photo);
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(picture, 0, 0);
  const corners = [
    [4, 4],
    [width - 5, 4],
    [4, height - 5],
    [width - 5, height - 5],
  ].map(([x, y]) => {
    const [red, green, blue] = context.getImageData(x!, y!, 1, 1).data;
    return green! > 200 ? 'white' : red! > blue! ? 'red' : 'blue';
  });
  return { size: [width, height], corners };
}

describe('a photo that is made small', () => {
  it('holds nothing of its EXIF data, and stands upright as the camera was held', async () => {
    const taken = await withExif(await pictureFile(64, 48));
    expect(await segmentsOf(taken)).to.include(EXIF);
    expect(await taken.text()).to.contain(CAMERA);
    const photo = await shrinkPhoto(taken);
    expect(photo.type).to.equal('image/jpeg');
    expect(await segmentsOf(photo)).not.to.include(EXIF);
    expect(await photo.text())
      .not.to.contain(CAMERA)
      .and.not.to.contain('Exif');
    expect(await seen(photo)).to.deep.equal({ size: [48, 64], corners: ['red', 'red', 'blue', 'blue'] });
  });

  it('is no longer than its limit, and keeps its proportions', async () => {
    const { size } = await seen(await shrinkPhoto(await pictureFile(4000, 1000)));
    expect(size).to.deep.equal([MAX_PHOTO_EDGE, MAX_PHOTO_EDGE / 4]);
    expect((await seen(await shrinkPhoto(await pictureFile(9000, 2)))).size).to.deep.equal([MAX_PHOTO_EDGE, 1]);
  });

  it('is no larger than its limit, even if it shows noise', async () => {
    const photo = await shrinkPhoto(await noisyFile(3000, 2200));
    expect(photo.size).to.be.below(MAX_PHOTO_BYTES + 1);
    expect((await seen(photo)).size[0]).to.be.above(300);
  });

  it('is white where the picture was transparent', async () => {
    const clear = new OffscreenCanvas(20, 20);
    clear.getContext('2d');
    const { corners } = await seen(await shrinkPhoto(await clear.convertToBlob({ type: 'image/png' })));
    expect(corners).to.deep.equal(['white', 'white', 'white', 'white']);
  });

  it('is refused when the file is no picture, or one that was cut off at its beginning', async () => {
    const whole = await pictureFile();
    for (const file of [new Blob([]), new Blob(['words'], { type: 'image/jpeg' }), whole.slice(0, 100)]) {
      const refused = await shrinkPhoto(file).then(
        () => false,
        () => true,
      );
      expect(refused).to.equal(true);
    }
  });
});
