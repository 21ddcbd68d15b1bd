/** Formats follow the phone: its time zone and the region of its languages may change while the app is open. */
import { afterEach, expect, it, vi } from 'vitest';
import { number } from './counting.ts';
import { renewFormats } from './formats.ts';
import { reading } from './readings.ts';
import { dateTime } from './times.ts';

const AT_MS = Date.UTC(2026, 2, 10, 14, 5, 9);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  renewFormats();
});

it('the app writes times in another time zone once the phone has moved there', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  renewFormats();
  expect(dateTime(AT_MS)).toMatch(/^Mar 10, 2026, 3:05\sPM$/);
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(renewFormats()).toBe(true);
  expect(dateTime(AT_MS)).toMatch(/^Mar 10, 2026, 11:05\sPM$/);
  expect(dateTime(AT_MS, 'utc')).toMatch(/^Mar 10, 2026, 2:05\sPM$/);
  expect(renewFormats()).toBe(false);
});

it('the app writes numbers and dates as in another region once the phone is set to that region', () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  renewFormats();
  expect([number(1234.5), reading(0.25), dateTime(AT_MS, 'utc')]).toEqual([
    '1,234.5',
    '0.25',
    expect.stringMatching(/^Mar 10, 2026, 2:05\sPM$/),
  ]);
  vi.stubGlobal('navigator', { languages: ['en-DE'] });
  expect(renewFormats()).toBe(true);
  expect([number(1234.5), reading(0.25), dateTime(AT_MS, 'utc')]).toEqual(['1.234,5', '0,25', '10 Mar 2026, 14:05']);
});
