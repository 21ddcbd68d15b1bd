/** What German sentences call the thing in the person's hands, after "auf" and "von". "Gerät" is a beacon or a gateway. */
import { thisDevice } from '../place.ts';

export const here = thisDevice() === 'this phone' ? 'diesem Telefon' : 'diesem Laptop';
