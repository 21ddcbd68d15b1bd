/** The errors of the emulated Bluetooth, with the names and messages of Chromium's Web Bluetooth. */

const NAMES = {
  cancelled: ['NotFoundError', 'User cancelled the requestDevice() chooser.'],
  noGesture: [
    'SecurityError',
    "Failed to execute 'requestDevice' on 'Bluetooth': Must be handling a user gesture to show a permission request.",
  ],
  connectFailed: ['NetworkError', 'Connection Error: Connection attempt failed.'],
  outOfRange: ['NetworkError', 'Bluetooth Device is no longer in range.'],
  inProgress: ['NetworkError', 'GATT operation already in progress.'],
  notConnected: [
    'NetworkError',
    'GATT Server is disconnected. Cannot perform GATT operations. (Re)connect first with `device.gatt.connect`.',
  ],
  lost: ['NetworkError', 'GATT Server disconnected while performing a GATT operation.'],
  notPermitted: ['NotSupportedError', 'GATT operation not permitted.'],
  busy: ['NotSupportedError', 'GATT operation failed for unknown reason.'],
  notPaired: ['NetworkError', 'GATT Error: Not paired.'],
  servicesChanged: ['InvalidStateError', 'GATT Service no longer exists.'],
  tooLong: ['InvalidModificationError', "Value can't exceed 512 bytes."],
  noService: ['NotFoundError', 'No Services matching UUID found in Device.'],
  noCharacteristic: ['NotFoundError', 'No Characteristics matching UUID found in Service.'],
  notAllowed: [
    'SecurityError',
    "Origin is not allowed to access the service. Tip: Add the service UUID to 'optionalServices' in requestDevice() options.",
  ],
  deadService: [
    'InvalidStateError',
    'Service is no longer valid. Remember to retrieve the service again after reconnecting.',
  ],
  deadCharacteristic: [
    'InvalidStateError',
    'Characteristic is no longer valid. Remember to retrieve the characteristic again after reconnecting.',
  ],
} as const;

type GattErrorCode = keyof typeof NAMES;

export function gattError(code: GattErrorCode): DOMException {
  const [name, message] = NAMES[code];
  return new DOMException(message, name);
}
