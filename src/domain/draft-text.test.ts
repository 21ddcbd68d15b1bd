import { expect, it } from 'vitest';
import { draftText, optionalDraftText, withoutSecrets } from './draft-text.ts';

it.each([
  ['a connection string', 'Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=send;SharedAccessKey=abc='],
  ['a part of one', 'SharedAccessKey=abc'],
  ['an access key', 'AKIAIOSFODNN7EXAMPLE'],
  ['an access key among IDs', 'aB3d, AKIAIOSFODNN7EXAMPLE, aB4e'],
  ['a secret key', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
  ['a secret key among words', 'pole 4 wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY left'],
  ['a hub key among words', 'pole 4 q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA= left'],
  ['a credentials file', 'aws_secret_access_key = abc'],
  ['a signature', 'https://a.example/x?sr=a&sig=abc'],
  ['an address with a password', 'https://me:abc@a.example/'],
  ['a key of letters', 'MlAFCHJmLWXBpqGVDfmRTOZuURbTYzRx'],
  ['a key of letters in a sentence', 'asked Anna (MlAFCHJmLWXBpqGVDfmRTOZuURbTYzRx).'],
  ['a key of letters and digits', 'wing a7Kq2mZx9Tn4Rb6Wv1Yc'],
  ['a key of small letters and digits', 'a7kq2mzx9tn4rb6wv1yc'],
  ['a labelled key', 'Key: swordfish'],
  ['a key in an assignment', 'api_key=swordfish'],
  ['a key in an address', 'https://a.example/x?key=swordfish'],
  ['a named key', 'accessKey: swordfish'],
  ['the header of a key', 'Api-Key swordfish'],
  ['a password in JSON', '{"password":"swordfish"}'],
  ['a password after its label', 'password hunter2'],
  ['a password in German', 'WLAN-Passwort: Hecht'],
  ['a passphrase', 'passphrase correct horse battery'],
  ['a labelled token', 'Token = swordfish'],
  ['a labelled secret', 'secret: swordfish'],
  ['a key in German', 'Schlüssel: Hecht'],
  ['a key after its label', 'key hunter2'],
])('a stored draft leaves out a line with %s, and keeps the other lines', (_what, line) => {
  expect(withoutSecrets(`aB3d\n${line}\naB4e`)).toBe('aB3d\naB4e');
});

it('a stored draft keeps IDs, names, notes and addresses as they were typed', () => {
  const text = ' aB3d, aB4e;\r\n12:34:56:78:9A:BC\nhttps://k.io/b/aB3d?x=1\nanna@example.com\nWing = north\n';
  expect(withoutSecrets(text)).toBe(text);
  const words = [
    'Donaudampfschifffahrtsgesellschaft',
    'DONAUDAMPFSCHIFFFAHRTSGESELLSCHAFT',
    'Key at the reception, keys: 2',
    'Schlüssel beim Pförtner, Schlüsseldienst: 0221',
    'Monkey house: door 4, tokens: 3',
    'F7826DA64FA24E988024',
    'namespace f7826da64fa24e988024',
    '00112233445566778899',
    '12345678901234567890123',
    'https://intranet.example/buildings/north-wing/second-floor/rooms',
  ];
  for (const word of words) expect(withoutSecrets(word)).toBe(word);
  expect(withoutSecrets('f7826da6-4fa2-4e98-8024-bc5b71e0893e')).toBe('f7826da6-4fa2-4e98-8024-bc5b71e0893e');
});

it('a stored draft has an empty text for anything but a text', () => {
  for (const stored of [undefined, null, 7, ['a']]) expect(draftText.parse(stored)).toBe('');
});

it('a stored draft leaves out a text that replaces a value whole if a line of it holds a secret', () => {
  expect(optionalDraftText.parse('Door 4\nSharedAccessKey=abc')).toBeUndefined();
  expect(optionalDraftText.parse('Door 4\nleft')).toBe('Door 4\nleft');
});
