/** The one error class of this folder, and the table that maps Chromium's errors to it. */
import type { RadioFailureCode } from '../domain/provisioning/radio-failure.ts';

/** The operation that failed. The same error name means different things in different operations. */
export type Operation = 'choose' | 'connect' | 'discover' | 'write' | 'read';

/**
 * The codes, their causes and the screens that show them: domain/provisioning/radio-failure.ts. The message is the browser's own,
 * for "Details".
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
  readonly message?: RegExp;
  readonly operations?: readonly Operation[];
  readonly code: RadioFailureCode;
}

/** The first rule that matches wins. Names and messages are Chromium's; field-facts.md 2 lists which system gives which, and when. */
const RULES: readonly Rule[] = [
  { name: 'NotFoundError', message: /cancel/i, operations: ['choose'], code: 'chooserCancelled' },
  { name: 'NotFoundError', message: /not supported on this platform/i, operations: ['choose'], code: 'unsupported' },
  { name: 'NotFoundError', message: /adapter|low energy|permission|disabled/i, operations: ['choose'], code: 'off' },
  { name: 'NotFoundError', message: /doesn't exist/i, operations: ['choose'], code: 'outOfRange' },
  { name: 'NotFoundError', operations: ['choose'], code: 'chooserCancelled' },
  { name: 'SecurityError', operations: ['choose'], code: 'off' },
  { name: 'NotAllowedError', operations: ['choose'], code: 'off' },
  { name: 'NotSupportedError', operations: ['choose'], code: 'unsupported' },
  { name: 'NetworkError', message: /no longer in range/i, code: 'outOfRange' },
  { name: 'NotFoundError', message: /adapter|low energy/i, operations: ['connect'], code: 'off' },
  { name: 'NotFoundError', operations: ['connect'], code: 'outOfRange' },
  { name: 'InvalidStateError', message: /not ready/i, operations: ['connect'], code: 'off' },
  { name: 'NetworkError', operations: ['connect'], code: 'connectFailed' },
  { name: 'AbortError', operations: ['connect'], code: 'connectFailed' },
  { name: 'NotSupportedError', operations: ['connect'], code: 'connectFailed' },
  { name: 'InvalidStateError', operations: ['connect'], code: 'connectFailed' },
  { name: 'InvalidModificationError', operations: ['connect'], code: 'connectFailed' },
  { name: 'UnknownError', operations: ['connect'], code: 'connectFailed' },
  { name: 'NotFoundError', operations: ['discover'], code: 'notConfigurable' },
  { name: 'SecurityError', operations: ['discover'], code: 'notConfigurable' },
  // The page's object is gone, and nothing was sent. The link may stand: the beacon can change its services at any time.
  { name: 'InvalidStateError', message: /no longer (exists|valid)/i, code: 'servicesChanged' },
  { name: 'NotFoundError', code: 'dropped' },
  { name: 'InvalidStateError', code: 'dropped' },
  { name: 'NetworkError', message: /in progress/i, code: 'unknown' },
  { name: 'NetworkError', message: /not paired|authentication/i, code: 'notPaired' },
  // BlueZ's "not authorized".
  { name: 'NetworkError', message: /unsupported device/i, code: 'refused' },
  { name: 'NetworkError', code: 'dropped' },
  { name: 'AbortError', code: 'dropped' },
  // Windows and Android give this for a beacon that is out of reach, seconds before they report the drop.
  { name: 'NotSupportedError', message: /gatt error unknown/i, code: 'unanswered' },
  { name: 'NotSupportedError', code: 'refused' },
  { name: 'InvalidModificationError', code: 'refused' },
  { name: 'SecurityError', code: 'refused' },
];

/** Converts anything that the browser may throw to a BluetoothFailure; `unknown` if no rule matches. */
export function toBluetoothFailure(cause: unknown, operation: Operation): BluetoothFailure {
  if (cause instanceof BluetoothFailure) return cause;
  const { name, message } = cause instanceof Error ? cause : { name: 'Error', message: String(cause) };
  const rule = RULES.find(
    (one) => one.name === name && (one.message?.test(message) ?? true) && (one.operations?.includes(operation) ?? true),
  );
  return new BluetoothFailure(rule?.code ?? 'unknown', `${name}: ${message}`, { cause });
}
