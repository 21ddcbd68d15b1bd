/** Words for what is wrong with a file that is read: which field, and why. */
import type { FieldFault } from '../../domain/file-faults.ts';
import { count, number } from './counting.ts';
import { inLanguage } from './language.ts';

export const fileFaultStrings = inLanguage('fileFaultStrings', {
  ofFile: (name: string, sentence: string) => (name === '' ? sentence : `“${name}”: ${sentence}`),
  notJson: (line: number) => `Line ${number(line)}: this is not JSON.`,
  /** `at`: its place in a list, from 1. */
  element: (at: number) => `no. ${number(at)}`,
  fault: (place: string, why: string) => `${place}: ${why}`,
  whole: 'The file',
  why: {
    otherFormat: () => 'this is another kind of file.',
    otherVersion: () => 'this version of the file is not known. If a newer app wrote it, update this one.',
    missing: () => 'is missing.',
    notText: () => 'is not text.',
    notNumber: () => 'is not a number.',
    notWhole: () => 'is not a whole number.',
    notList: () => 'is not a list.',
    notObject: () => 'is not an object.',
    wrongType: () => 'is of the wrong type.',
    tooLong: (limit: number) => `is too long, ${count(limit, 'character', 'characters')} at most.`,
    tooMany: (limit: number) => `has too many elements, ${number(limit)} at most.`,
    tooFew: (limit: number) => `has too few elements, ${number(limit)} at least.`,
    tooSmall: (limit: number) => `is too small, ${number(limit)} at least.`,
    tooLarge: (limit: number) => `is too large, ${number(limit)} at most.`,
    tooDeep: (limit: number) => `is nested too deeply, ${count(limit, 'level', 'levels')} at most.`,
    notBase64: () => 'is not Base64.',
    unknownValue: () => 'has a value that is not known.',
    unusable: () => 'cannot be used.',
  } satisfies Record<FieldFault['code'], (limit: number) => string>,
  dropped: (names: string) => `This version of the app does not know these fields and leaves them out: ${names}.`,
} as const);
