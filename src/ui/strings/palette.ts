/** Words of the palette ("go to anything") and of the keyboard shortcuts. */
import * as english from './en/palette.ts';
import { inLanguage } from './language.ts';

export const { paletteStrings } = inLanguage('palette', english);
