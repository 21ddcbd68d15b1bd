/** Maps Chromium's errors, as listed in field-facts.md 2, and errors that are in no list. */
import { describe, expect, it } from 'vitest';
import { toBluetoothFailure, type Operation } from './failure.ts';

/** Operation, Chromium's error name and message, and the code that the app gives it. */
const ERRORS = [
  ['choose', 'NotFoundError', 'User cancelled the requestDevice() chooser.', 'chooserCancelled'],
  ['choose', 'NotFoundError', 'Bluetooth adapter not available.', 'off'],
  ['choose', 'NotFoundError', 'Bluetooth Low Energy not available.', 'off'],
  ['choose', 'NotFoundError', 'Web Bluetooth API globally disabled.', 'off'],
  ['choose', 'NotFoundError', 'User or their enterprise policy has disabled Web Bluetooth.', 'off'],
  ['choose', 'NotFoundError', 'User denied the browser permission to scan for Bluetooth devices.', 'off'],
  [
    'choose',
    'NotFoundError',
    'Web Bluetooth is not supported on this platform. For a list see: https://x',
    'unsupported',
  ],
  ['choose', 'NotFoundError', "User selected a device that doesn't exist anymore.", 'outOfRange'],
  ['choose', 'SecurityError', 'Must be handling a user gesture to show a permission request.', 'off'],
  ['choose', 'SecurityError', 'Access to the feature "bluetooth" is disallowed by permissions policy.', 'off'],
  ['connect', 'NetworkError', 'Connection Error: Connection attempt failed.', 'connectFailed'],
  ['connect', 'NetworkError', 'Connection failed for unknown reason.', 'connectFailed'],
  ['connect', 'NetworkError', 'Unknown error when connecting to the device.', 'connectFailed'],
  ['connect', 'NetworkError', 'Connection already in progress.', 'connectFailed'],
  ['connect', 'NetworkError', 'Authentication failed.', 'connectFailed'],
  ['connect', 'NetworkError', 'Unsupported device.', 'connectFailed'],
  ['connect', 'NetworkError', 'Bluetooth Device is no longer in range.', 'outOfRange'],
  ['connect', 'NotFoundError', 'Does not exist.', 'outOfRange'],
  ['connect', 'NotFoundError', 'Bluetooth adapter not available.', 'off'],
  ['connect', 'AbortError', 'The GATT connect attempt was cancelled.', 'connectFailed'],
  ['connect', 'InvalidStateError', 'Connection Error: Not ready.', 'off'],
  ['connect', 'InvalidStateError', 'Connection Error: Already connected.', 'connectFailed'],
  ['connect', 'InvalidStateError', 'Connection Error: Non-authentication timeout.', 'connectFailed'],
  ['connect', 'InvalidModificationError', 'Connection Error: invalid arguments.', 'connectFailed'],
  ['connect', 'UnknownError', 'Connection Error: An internal error has occurred.', 'connectFailed'],
  ['discover', 'NotFoundError', 'No Services matching UUID found in Device.', 'notConfigurable'],
  ['discover', 'NotFoundError', 'No Characteristics found in service.', 'notConfigurable'],
  ['discover', 'SecurityError', 'Origin is not allowed to access any service.', 'notConfigurable'],
  ['discover', 'NetworkError', 'GATT Server is disconnected. Cannot retrieve services.', 'dropped'],
  ['write', 'NotSupportedError', 'GATT operation not permitted.', 'refused'],
  ['write', 'NotSupportedError', 'GATT operation failed for unknown reason.', 'refused'],
  ['write', 'NotSupportedError', 'GATT Error: Not supported.', 'refused'],
  ['write', 'NotSupportedError', 'GATT Error Unknown.', 'unanswered'],
  ['write', 'NetworkError', 'Unsupported device.', 'refused'],
  ['write', 'NetworkError', 'GATT Error: Not paired.', 'notPaired'],
  ['write', 'SecurityError', 'GATT operation not authorized.', 'refused'],
  ['write', 'InvalidModificationError', 'GATT Error: invalid attribute length.', 'refused'],
  ['write', 'NetworkError', 'GATT Server disconnected while performing a GATT operation.', 'dropped'],
  ['read', 'NetworkError', 'GATT Server is disconnected. Cannot perform GATT operations.', 'dropped'],
  ['read', 'InvalidStateError', 'Characteristic is no longer valid.', 'servicesChanged'],
  ['read', 'InvalidStateError', 'GATT Characteristic no longer exists.', 'servicesChanged'],
  ['read', 'InvalidStateError', 'GATT Service no longer exists.', 'servicesChanged'],
  ['read', 'InvalidModificationError', 'GATT Error: invalid attribute length.', 'refused'],
  ['read', 'NotSupportedError', 'GATT Error Unknown.', 'unanswered'],
  ['read', 'NetworkError', 'GATT operation already in progress.', 'unknown'],
] as const;

describe('the conversion of errors of Chromium', () => {
  it.each(ERRORS)('turns, during %s, %s "%s" into the failure %s', (doing: Operation, name, message, code) => {
    expect(toBluetoothFailure(new DOMException(message, name), doing)).toMatchObject({
      code,
      message: `${name}: ${message}`,
    });
  });

  it.each([
    ['choose', new DOMException('What?', 'DataError')],
    ['connect', new DOMException('What?', 'DataError')],
    ['discover', new DOMException('What?', 'DataError')],
    ['write', new TypeError('What?')],
    ['read', new DOMException('What?', 'UnknownError')],
  ] as const)('calls an error of %s unknown if no rule matches, and keeps its text for Details', (doing, error) => {
    expect(toBluetoothFailure(error, doing)).toMatchObject({ code: 'unknown', message: `${error.name}: What?` });
  });

  it('accepts anything that is thrown, also a text', () => {
    expect(toBluetoothFailure('odd', 'read')).toMatchObject({ code: 'unknown', message: 'Error: odd' });
  });
});
