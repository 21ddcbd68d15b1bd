/** The rescue page's words in the app's language. Both languages are built in, because the page must need no other file. */
import { rescue as german } from '../ui/strings/de/rescue.ts';
import { rescueStrings as english } from '../ui/strings/rescue.ts';
import { language } from '../ui/strings/locale.ts';

export const rescueStrings = language === 'de' ? german.rescueStrings : english;
