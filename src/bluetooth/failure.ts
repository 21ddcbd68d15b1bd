/** The one error of this room, and how Chromium's errors become it. */
import type { RadioFailureCode } from '../domain/provisioning/radio-failure.ts';

/** What was being done; the same name of an error means different things in different places. */
export type Doing = 'choose' | 'connect' | 'discover' | 'write' | 'read';

/**
 * Codes, who can cause them and which screen shows them: domain/provisioning/radio-failure.ts. The message is the
 * browser's own, for "Details".
 */
export class BluetoothFailure extends Error {
  override readonly name = 'BluetoothFailure';

  constructor(
    readonly code: RadioFailureCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

interface Rule {
  readonly name: string;
  readonly says?: RegExp;
  readonly doing?: readonly Doing[];
  readonly code: RadioFailureCode;
}

/** First fit wins. Names and texts are those of Chromium; field-facts.md 2 says which system gives which, and when. */
const RULES: readonly Rule[] = [
  { name: 'NotFoundError', says: /cancel/i, doing: ['choose'], code: 'chooserCancelled' },
  { name: 'NotFoundError', says: /not supported on this platform/i, doing: ['choose'], code: 'unsupported' },
  { name: 'NotFoundError', says: /adapter|low energy|permission|disabled/i, doing: ['choose'], code: 'off' },
  { name: 'NotFoundError', says: /doesn't exist/i, doing: ['choose'], code: 'outOfRange' },
  { name: 'NotFoundError', doing: ['choose'], code: 'chooserCancelled' },
  { name: 'SecurityError', doing: ['choose'], code: 'off' },
  { name: 'NotAllowedError', doing: ['choose'], code: 'off' },
  { name: 'NotSupportedError', doing: ['choose'], code: 'unsupported' },
  { name: 'NetworkError', says: /no longer in range/i, code: 'outOfRange' },
  { name: 'NotFoundError', says: /adapter|low energy/i, doing: ['connect'], code: 'off' },
  { name: 'NotFoundError', doing: ['connect'], code: 'outOfRange' },
  { name: 'InvalidStateError', says: /not ready/i, doing: ['connect'], code: 'off' },
  { name: 'NetworkError', doing: ['connect'], code: 'connectFailed' },
  { name: 'AbortError', doing: ['connect'], code: 'connectFailed' },
  { name: 'NotSupportedError', doing: ['connect'], code: 'connectFailed' },
  { name: 'InvalidStateError', doing: ['connect'], code: 'connectFailed' },
  { name: 'InvalidModificationError', doing: ['connect'], code: 'connectFailed' },
  { name: 'UnknownError', doing: ['connect'], code: 'connectFailed' },
  { name: 'NotFoundError', doing: ['discover'], code: 'notConfigurable' },
  { name: 'SecurityError', doing: ['discover'], code: 'notConfigurable' },
  { name: 'NotFoundError', code: 'dropped' },
  { name: 'InvalidStateError', code: 'dropped' },
  { name: 'NetworkError', says: /in progress/i, code: 'unknown' },
  // The beacon wants a pairing or a right; BlueZ's "not authorized" comes as "Unsupported device".
  { name: 'NetworkError', says: /unsupported device|not paired|authentication/i, code: 'refused' },
  { name: 'NetworkError', code: 'dropped' },
  { name: 'AbortError', code: 'dropped' },
  // Said of a beacon that Windows or Android no longer reaches, seconds before the drop is reported.
  { name: 'NotSupportedError', says: /gatt error unknown/i, code: 'unanswered' },
  { name: 'NotSupportedError', code: 'refused' },
  { name: 'InvalidModificationError', code: 'refused' },
  { name: 'SecurityError', code: 'refused' },
];

/** Total: whatever the browser threw becomes a BluetoothFailure. */
export function toBluetoothFailure(cause: unknown, doing: Doing): BluetoothFailure {
  if (cause instanceof BluetoothFailure) return cause;
  const { name, message } = cause instanceof Error ? cause : { name: 'Error', message: String(cause) };
  const rule = RULES.find(
    (one) => one.name === name && (one.says?.test(message) ?? true) && (one.doing?.includes(doing) ?? true),
  );
  return new BluetoothFailure(rule?.code ?? 'unknown', `${name}: ${message}`, { cause });
}
