/** Technical details of an outbox row: bytes, token, result, times and the backend's own message. */
import { FAILURE_NOTES, type FailureNote } from '../../../domain/backend-failure.ts';
import type { LastAnswer, Receipt } from '../../../domain/receipt.ts';
import type { VirtualEdit } from '../../../domain/virtual-edit.ts';
import type { KeyValueEntry } from '../../elements/key-value/key-value.ts';
import { failureNotes } from '../../strings/failures.ts';
import { labelOf } from '../../words/configure.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import type { OutboxItem } from './entries.ts';
import { moment } from '../../language/times.ts';
import { resultName } from '../../words/run.ts';

const text = outboxStrings;
const names = text.fields;

export function detailsOf(item: OutboxItem): KeyValueEntry[] {
  return item.kind === 'receipt' ? ofReceipt(item.receipt) : ofEdit(item.edit);
}

/** Number of bytes of a Base64 text, with or without padding. */
export function base64Bytes(base64: string): number {
  return Math.floor((base64.replace(/[\s=]+/g, '').length * 3) / 4);
}

function ofReceipt(receipt: Receipt): KeyValueEntry[] {
  return [
    { key: names.state, value: text.stateNames[receipt.state] },
    { key: names.created, value: moment(receipt.createdAtMs) },
    { key: names.updated, value: `${receipt.updatedSeconds} (${moment(receipt.updatedSeconds * 1000)})`, mono: true },
    { key: names.clock, value: text.clocks[receipt.clock] },
    { key: names.bytes, value: text.bytes(base64Bytes(receipt.responseBase64)), mono: true },
    { key: names.token, value: receipt.token === null ? null : String(receipt.token), mono: true },
    {
      key: names.result,
      value: receipt.result === null ? text.encrypted : text.plain(receipt.result, resultName(receipt.result) || '?'),
    },
    { key: names.copies, value: text.copies(receipt.mirrored) },
    { key: names.origin, value: text.origins[receipt.origin] },
    { key: names.tries, value: String(receipt.tries), mono: true },
    { key: names.unanswered, value: String(receipt.unanswered), mono: true },
    ...ofAnswer(receipt.lastAnswer),
    ...(receipt.settledAtMs === null ? [] : [{ key: names.settled, value: moment(receipt.settledAtMs) }]),
    { key: labelOf('deviceType'), value: receipt.deviceType },
    { key: names.id, value: receipt.id, mono: true },
  ];
}

function ofEdit(edit: VirtualEdit): KeyValueEntry[] {
  const values = Object.entries(edit.values).map(([name, value]): KeyValueEntry => ({
    key: labelOf(name),
    value: value === '' ? text.editCleared : value,
  }));
  return [
    { key: names.state, value: text.editStates[edit.state] },
    { key: names.createdEdit, value: moment(edit.changedAtMs) },
    ...values,
    { key: names.tries, value: String(edit.tries), mono: true },
    ...ofAnswer(edit.lastAnswer),
    { key: labelOf('deviceType'), value: edit.deviceType },
  ];
}

/** The row stores the name of one of our own notes instead of a message. */
const isNote = (message: string): message is FailureNote => FAILURE_NOTES.some((note) => note === message);

function ofAnswer(answer: LastAnswer | null): KeyValueEntry[] {
  if (answer === null) return [];
  return [
    { key: names.status, value: answer.status === 0 ? null : String(answer.status), mono: true },
    { key: names.code, value: answer.code, mono: true },
    ...(answer.message === ''
      ? []
      : [{ key: names.message, value: isNote(answer.message) ? failureNotes[answer.message] : answer.message }]),
  ];
}
