/** Words of what frames every page of an account: rail, counter, ages. */
import { count, number } from '../counting.ts';

export const frameStrings = {
  receipts: {
    none: 'No receipts waiting',
    counting: 'Counting receipts',
    onlyHereOfOthers: (n: number) => `${count(n, 'receipt', 'receipts')} of another account to send`,
    withOthers: (words: string, others: number) => `${words} (${number(others)} of another account)`,
    onlyHere: (n: number) => `${count(n, 'receipt', 'receipts')} to send`,
    waitForKey: (n: number) => `${count(n, 'receipt waits', 'receipts wait')} for your key`,
    open: 'Show them',
  },
  nav: { label: 'Places' },
  age: {
    justNow: 'just now',
    never: 'never',
    ahead: 'in the future',
    minutes: (n: number) => `${count(n, 'minute', 'minutes')} ago`,
    hours: (n: number) => `${count(n, 'hour', 'hours')} ago`,
    days: (n: number) => `${count(n, 'day', 'days')} ago`,
  },
} as const;
