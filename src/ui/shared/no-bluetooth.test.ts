import { expect, it } from 'vitest';
import { whyNoBluetooth } from './no-bluetooth.ts';

const agent = (system: string, browser: string): string => `Mozilla/5.0 (${system}) AppleWebKit/537.36 ${browser}`;
const MAC = agent('Macintosh; Intel Mac OS X 10_15_7', 'Version/26.0 Safari/605.1.15');
const chrome = 'Chrome/142.0.0.0 Safari/537.36';

it.each([
  ['Chrome on Linux needs a flag', agent('X11; Linux x86_64', chrome), true, 'linux'],
  ['Chromium on a Raspberry Pi needs a flag', agent('X11; Linux aarch64', chrome), true, 'linux'],
  ['a page on http needs https, whatever the browser', agent('X11; Linux x86_64', chrome), false, 'insecure'],
  ['Chrome on Android over http', agent('Linux; Android 10; K', chrome), false, 'insecure'],
  ['an Android browser that blocks it', agent('Linux; Android 10; K', chrome), true, 'browser'],
  ['a Chromebook', agent('X11; CrOS x86_64 14541.0.0', chrome), true, 'browser'],
  [
    'Firefox on Linux has no flag',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    true,
    'browser',
  ],
  ['an iPhone', agent('iPhone; CPU iPhone OS 18_7 like Mac OS X', 'Version/26.0 Mobile Safari/604.1'), true, 'ios'],
  ['a Mac', MAC, true, 'browser'],
] as const)('the app says why there is no Web Bluetooth: %s', (_, userAgent, isSecure, why) => {
  expect(whyNoBluetooth(userAgent, isSecure, 0)).toBe(why);
});

it('the app says why there is no Web Bluetooth: an iPad, which calls itself a Mac with a touch screen', () => {
  expect(whyNoBluetooth(MAC, true, 5)).toBe('ios');
});
