/** `npm run words`: makes the modules of words from the catalogues. Every build, test and check does so by itself. */
import path from 'node:path';
import { writeWords } from './words.ts';

writeWords(path.resolve(import.meta.dirname, '../..'));
