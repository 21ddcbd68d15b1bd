/** The title of the browser's tab. */
import { expect } from '@open-wc/testing';
import { shellStrings } from '../strings/shell.ts';
import { showTitle } from './page-title.ts';

it('names the app once in the title of the tab, whatever page is shown', () => {
  for (const title of [shellStrings.titles.welcome, shellStrings.titles.unknown]) {
    showTitle(title);
    expect(document.title.match(/Beacon Fieldkit/g), document.title).to.have.length(1);
  }
});
