/** The words of the rescue page in the language of the app: both languages are built in, since no other file may be needed. */
import { rescue as german } from '../ui/strings/de/rescue.ts';
import { rescueStrings as english } from '../ui/strings/en/rescue.ts';
import { language } from '../ui/strings/locale.ts';

export const rescueStrings = language === 'de' ? german.rescueStrings : english;
