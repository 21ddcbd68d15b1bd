/** Why this browser has no Web Bluetooth, as far as a page can find out. */
import { noBluetoothStrings } from '../strings/no-bluetooth.ts';

/**
 * `insecure`: the page came over http · `linux`: a Chromium browser on Linux, which has it behind a flag · `ios`: any
 * browser of an iPhone or iPad, where only an extension can bring it · `browser`: any other.
 */
type NoBluetooth = 'insecure' | 'linux' | 'ios' | 'browser';

export function whyNoBluetooth(
  userAgent: string = navigator.userAgent,
  isSecure: boolean = window.isSecureContext,
  touchPoints: number = navigator.maxTouchPoints,
): NoBluetooth {
  if (!isSecure) return 'insecure';
  // An iPad calls itself a Mac, but no Mac has a touch screen.
  if (/iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios';
  const isLinux = /Linux|X11/.test(userAgent) && !/Android|CrOS/.test(userAgent);
  return isLinux && /Chrom(e|ium)\//.test(userAgent) ? 'linux' : 'browser';
}

/** Renders the reason and what helps, for every screen that would use Bluetooth. */
export function noBluetoothWords(why: NoBluetooth = whyNoBluetooth()): string {
  return `${noBluetoothStrings.why[why]} ${noBluetoothStrings.next[why]}`;
}
