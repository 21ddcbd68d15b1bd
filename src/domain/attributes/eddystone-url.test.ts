import { expect, it } from 'vitest';
import { decodeUrl, encodeUrl } from './eddystone-url.ts';

it.each([
  ['https://www.example.com', '016578616d706c6507'],
  ['http://kontakt.io', '026b6f6e74616b742e696f'],
  ['https://example.com/a', '036578616d706c650061'],
  ['https://a.b.org/.info/', '03612e620104'],
  ['https://www.a.org/', '016101'],
  ['http://www.a.gov', '00610d'],
  ['https://a~!', '03617e21'],
  [`https://${'x'.repeat(17)}`, `03${'78'.repeat(17)}`],
])('the address %s is written into an Eddystone-URL frame as %s, and read back', (address, hex) => {
  expect([encodeUrl(address), decodeUrl(hex)]).toEqual([hex, address]);
});

it.each(['', 'ftp://example.com', 'https://', 'https://exämple.com', 'https://a b.com', `https://${'x'.repeat(18)}`])(
  'the address %j fits into no Eddystone-URL frame',
  (address) => {
    expect(encodeUrl(address)).toBeNull();
  },
);

it.each([
  '',
  '03',
  '0461',
  '0361620',
  '0361zz',
  '03617f',
  '036120',
  '030e',
  '03f',
  'https://example.com',
  `03${'61'.repeat(18)}`,
])('the bytes %j are no Eddystone-URL frame', (hex) => {
  expect(decodeUrl(hex)).toBeNull();
});
