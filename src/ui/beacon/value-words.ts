/** Attribute values as text on screen: dBm beside a level, units, lists, on and off. */
import { findAttribute } from '../../domain/attributes/catalogue.ts';
import { displayValue } from '../../domain/attributes/shown-values.ts';
import type { Json } from '../../domain/device.ts';
import { configureStrings, unitNames } from '../strings/configure.ts';

interface ValueWords {
  /** Null: not set or unknown. */
  readonly text: string | null;
  readonly unit: string;
}

export function valueWords(name: string, value: Json | undefined): ValueWords {
  const shown = displayValue(name, value);
  switch (shown.kind) {
    case 'unset':
      return { text: null, unit: '' };
    case 'hidden':
      return { text: configureStrings.hidden, unit: '' };
    case 'truth':
      return { text: shown.on ? configureStrings.on : configureStrings.off, unit: '' };
    case 'list':
      return { text: shown.items.length === 0 ? configureStrings.emptyList : shown.items.join(', '), unit: '' };
    case 'text':
      return {
        text: shown.dBm === null ? shown.text : configureStrings.dBm(Number(shown.text), shown.dBm),
        unit: shown.unit === null ? '' : unitNames[shown.unit],
      };
  }
}

/** The text of a new value: an emptied list or text shows as "empty" rather than "not set". */
export function newValueWords(name: string, value: Json): ValueWords {
  const words = valueWords(name, value);
  if (words.text !== null) return words;
  const isList = Array.isArray(value) || findAttribute(name)?.shape.type === 'list';
  return { text: isList ? configureStrings.emptyList : configureStrings.emptied, unit: '' };
}

/** The new value in one line. */
export function newValueLine(name: string, value: Json): string {
  const { text, unit } = newValueWords(name, value);
  return `${text} ${unit}`.trim();
}

/** The value in one line, for help texts. */
export function valueLine(name: string, value: Json | undefined): string {
  const { text, unit } = valueWords(name, value);
  if (text === null) return configureStrings.unset;
  return unit === '' ? text : `${text} ${unit}`;
}
