/** Words of the notice that the app is taking long to start. Both languages are built in, because it must need no other file. */
import { language } from '../ui/language/locale.ts';

const english = { text: 'The app is taking long to start.', open: 'Open the rescue page' };
const german = { text: 'Die App braucht lange zum Starten.', open: 'Rettungsseite öffnen' };

export const slowStartStrings = language === 'de' ? german : english;
