/** The watch's words in the app's language. Both languages are built in, because the watch must need no other file. */
import { slowStart as german } from '../ui/strings/de/slow-start.ts';
import { slowStartStrings as english } from '../ui/strings/slow-start.ts';
import { language } from '../ui/strings/locale.ts';

export const slowStartStrings = language === 'de' ? german.slowStartStrings : english;
