/** What Chromium's errors mean to a run. */
import { describe, expect, it } from 'vitest';
import { toBluetoothFailure, type Doing } from './failure.ts';

describe('errors of Chromium', () => {
  it.each([
    ['choose', 'NotFoundError', 'User cancelled the requestDevice() chooser.', 'chooserCancelled'],
    ['choose', 'NotFoundError', 'Bluetooth adapter not available.', 'off'],
    ['choose', 'SecurityError', 'Must be handling a user gesture to show a permission request.', 'off'],
    ['connect', 'NetworkError', 'Connection Error: Connection attempt failed.', 'connectFailed'],
    ['connect', 'NetworkError', 'Bluetooth Device is no longer in range.', 'outOfRange'],
    ['discover', 'NotFoundError', 'No Services matching UUID found in Device.', 'notConfigurable'],
    ['connect', 'InvalidStateError', 'Connection Error: Not ready.', 'off'],
    ['write', 'InvalidModificationError', 'GATT Error: invalid attribute length.', 'refused'],
    ['read', 'InvalidModificationError', 'GATT Error: invalid attribute length.', 'refused'],
    ['write', 'NotSupportedError', 'GATT operation not permitted.', 'refused'],
    ['write', 'NetworkError', 'GATT Server disconnected while performing a GATT operation.', 'dropped'],
    ['read', 'NetworkError', 'GATT Server is disconnected. Cannot perform GATT operations.', 'dropped'],
    ['read', 'InvalidStateError', 'Characteristic is no longer valid.', 'dropped'],
    ['read', 'NetworkError', 'GATT operation already in progress.', 'unknown'],
    ['read', 'TypeError', 'what', 'unknown'],
  ] as const)('while one %ss: %s "%s" is %s', (doing: Doing, name, message, code) => {
    expect(toBluetoothFailure(new DOMException(message, name), doing)).toMatchObject({
      code,
      message: `${name}: ${message}`,
    });
  });

  it('takes anything that is thrown', () => {
    expect(toBluetoothFailure('odd', 'read')).toMatchObject({ code: 'unknown', message: 'Error: odd' });
  });
});
