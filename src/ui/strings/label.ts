/** Words of scanning a printed label, and of what it names. */
import { count } from './counting.ts';
import type { LabelSign } from '../../domain/label/label.ts';
import { inLanguage } from './language.ts';

const beacons = (n: number): string => count(n, 'beacon', 'beacons');

export const labelStrings = inLanguage('labelStrings', {
  heading: 'Scan a label',
  hint: 'Hold the code still inside the frame. QR, DataMatrix, Code 128 and EAN are read.',
  view: 'What the camera sees',
  starting: 'The camera is starting.',
  looking: 'Looking for a code.',
  torchOn: 'Turn the light on',
  torchOff: 'Turn the light off',
  noTorch: 'The light could not be switched.',
  again: 'Try again',
  troubles: {
    refused: 'This page may not use the camera. Allow it in the browser’s settings for this page, or type the ID.',
    none: 'There is no camera here. Type the ID instead.',
    busy: 'The camera cannot be used now. Close other apps that use it, then try again.',
    lost: 'The camera stopped working. Try again, or type the ID.',
    reader: 'The code scanner did not start. Check that the app is up to date, or type the ID.',
  },
  read: (text: string) => `The label says “${text}”.`,
  none: 'No beacon in this list has that ID or address.',
  several: (n: number) => `${beacons(n)} fit this label. Choose one.`,
  contradicts: 'The ID and the address on this label belong to different beacons. Choose the right one.',
  one: 'This may be the beacon. Compare upper and lower case in its ID.',
  more: (n: number) => `${beacons(n)} more fit. Type the ID to find one of them.`,
  by: {
    id: 'by its ID',
    mac: 'by its address',
    otherCase: 'the ID differs in upper and lower case',
    order: 'it came with this order',
  } satisfies Record<LabelSign, string>,
  orderAdded: (id: string) => `${id} added.`,
  noOrder: 'There is no order ID on this label.',
} as const);
