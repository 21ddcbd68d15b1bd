/** Words of what the shell says now and then: what was lost, many receipts only here, leaving a run. */
import * as english from './en/notices.ts';
import { inLanguage } from './language.ts';

export const { noticeStrings } = inLanguage('notices', english);
