/** German, all of it: one file beside each English one. */
import type { Catalogue } from '../words.ts';

export const german: Partial<Catalogue> = {};
