/** The title of a page, in the browser's tab and in the head. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { place, setViewport } from '../../../test/support/page-place.ts';
import { the } from '../../../test/support/roles.ts';
import '../elements/header/header.ts';
import '../elements/receipt-counter/receipt-counter.ts';
import { shellStrings as inGerman } from '../strings/de/shell.ts';
import { shellStrings } from '../strings/shell.ts';
import { showTitle } from './page-title.ts';

it('the title of the tab names the app once, whatever page is shown', () => {
  for (const title of [shellStrings.titles.welcome, shellStrings.titles.unknown]) {
    showTitle(title);
    expect(document.title.match(/Beacon Fieldkit/g), document.title).to.have.length(1);
  }
});

it('the header cuts no title beside the sign of a state and the counter on a narrow phone', async () => {
  await setViewport({ width: 320, height: 640 });
  for (const { titles } of [shellStrings, inGerman]) {
    for (const heading of Object.values(titles).filter((title) => typeof title === 'string')) {
      const header = await place(
        html`<fk-header back="/more" .heading=${heading} .states=${[{ id: 'practice' }]}
          ><fk-receipt-counter slot="counter" .count=${3}></fk-receipt-counter
        ></fk-header>`,
      );
      const { scrollWidth, clientWidth } = the(header, 'heading');
      expect(scrollWidth, heading).to.equal(clientWidth);
    }
  }
  await setViewport({ width: 800, height: 600 });
});
