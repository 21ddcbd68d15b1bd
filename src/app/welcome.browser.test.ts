/** What a browser shows that stores nothing. */
import { expect } from '@open-wc/testing';
import { shellStrings } from '../ui/strings/shell.ts';
import { showBlocked } from './welcome.ts';

it('a browser that blocks site data shows a message about that in place of the app', () => {
  showBlocked();
  const page = document.querySelector('main')!;
  expect(page.querySelector('h1')!.textContent).to.equal(shellStrings.blocked.heading);
  expect(page.querySelector('p')!.textContent).to.equal(shellStrings.blocked.text);
  page.remove();
});
