/** What has changed, version by version, the newest first: for people who use the app. */
import * as english from './en/changes.ts';
import { inLanguage } from './language.ts';

export const { changes } = inLanguage('changes', english);
