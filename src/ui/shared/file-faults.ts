/** Sentences for the faults that a file's schema has found, for every kind of file. */
import type { FieldPath, FileFault } from '../../domain/file-faults.ts';
import { fileFaultStrings as text } from '../strings/file-faults.ts';

/** Nobody reads more of them. */
const MAX_SENTENCES = 20;

/** Returns the first faults, one sentence each: "receipts, no. 3, uniqueId: is missing." */
export function faultSentences(faults: readonly FileFault[]): string[] {
  return faults
    .slice(0, MAX_SENTENCES)
    .map((fault) =>
      fault.code === 'notJson'
        ? text.notJson(fault.line)
        : text.fault(placeOf(fault.path), text.why[fault.code](fault.limit ?? 0)),
    );
}

/** Returns '' if none was left out. */
export function droppedSentence(names: readonly string[]): string {
  return names.length === 0 ? '' : text.dropped(names.join(', '));
}

function placeOf(path: FieldPath): string {
  return path.length === 0
    ? text.whole
    : path.map((name) => (typeof name === 'number' ? text.element(name + 1) : name)).join(', ');
}
