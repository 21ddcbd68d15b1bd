/** The words of the watch over the start, in the language of the app: both languages are built in, since no other file may be needed. */
import { slowStart as german } from '../ui/strings/de/slow-start.ts';
import { slowStartStrings as english } from '../ui/strings/en/slow-start.ts';
import { language } from '../ui/strings/locale.ts';

export const slowStartStrings = language === 'de' ? german.slowStartStrings : english;
