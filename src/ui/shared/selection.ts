/** The devices a person has chosen in the list, for the screens that act on them; forgotten when the app is closed. */
import { createLive } from '../../domain/live.ts';

export const selection = createLive<readonly string[]>([]);
