/** Every word of the outbox: what became of each receipt and edit, and what the person can do about it. */
import * as english from './en/outbox.ts';
import { inLanguage } from './language.ts';

export const { outboxStrings } = inLanguage('outbox', english);
