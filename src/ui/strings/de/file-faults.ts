/** Deutsche Wörter für das, was an einer gelesenen Datei nicht stimmt. */
import type * as english from '../file-faults.ts';
import { number } from '../counting.ts';
import type { Words } from '../words.ts';

export const fileFaults: Words<typeof english> = {
  fileFaultStrings: {
    ofFile: (name, sentence) => (name === '' ? sentence : `„${name}“: ${sentence}`),
    notJson: (line) => `Zeile ${number(line)}: Das ist kein JSON.`,
    element: (at) => `Nr. ${number(at)}`,
    fault: (place, why) => `${place}: ${why}`,
    whole: 'Die Datei',
    why: {
      otherFormat: () => 'Das ist eine andere Art von Datei.',
      otherVersion: () =>
        'Diese Version der Datei ist nicht bekannt. Hat eine neuere App sie geschrieben, diese App aktualisieren.',
      missing: () => 'fehlt.',
      notText: () => 'ist kein Text.',
      notNumber: () => 'ist keine Zahl.',
      notWhole: () => 'ist keine ganze Zahl.',
      notList: () => 'ist keine Liste.',
      notObject: () => 'ist kein Objekt.',
      wrongType: () => 'hat den falschen Typ.',
      tooLong: (limit) => `ist zu lang, höchstens ${number(limit)} Zeichen.`,
      tooMany: (limit) => `hat zu viele Elemente, höchstens ${number(limit)}.`,
      tooFew: (limit) => `hat zu wenige Elemente, mindestens ${number(limit)}.`,
      tooSmall: (limit) => `ist zu klein, mindestens ${number(limit)}.`,
      tooLarge: (limit) => `ist zu groß, höchstens ${number(limit)}.`,
      tooDeep: (limit) => `ist zu tief verschachtelt, höchstens ${number(limit)} Ebenen.`,
      notBase64: () => 'ist kein Base64.',
      unknownValue: () => 'hat einen unbekannten Wert.',
      unusable: () => 'ist nicht verwendbar.',
    },
    dropped: (names) => `Diese Version der App kennt diese Felder nicht und lässt sie weg: ${names}.`,
  },
};
