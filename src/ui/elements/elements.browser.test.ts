/** Elements for display and navigation: navigation bar, track and small ones. */
import { expect, html, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { MARK_WORDS } from '../../domain/track-marks.ts';
import { TYPICAL_TRACKS } from '../../domain/typical-tracks.ts';
import { elementStrings as inGerman } from '../strings/de/elements.ts';
import { elementStrings } from '../strings/elements.ts';
import { ageInWords } from './age/age.ts';
import type { FkButton } from './button/button.ts';
import './button/button.ts';
import type { CopyEvent, FkId } from './id/id.ts';
import './id/id.ts';
import type { FkNav } from './nav/nav.ts';
import './nav/nav.ts';
import type { FkNotice } from './notice/notice.ts';
import './notice/notice.ts';
import type { FkProgress } from './progress/progress.ts';
import './progress/progress.ts';
import type { FkReceiptCounter } from './receipt-counter/receipt-counter.ts';
import './receipt-counter/receipt-counter.ts';
import type { FkToast } from './toast/toast.ts';
import './toast/toast.ts';
import type { FkTrack } from './track/track.ts';
import './track/track.ts';
import './value-change/value-change.ts';
import { focused, inside, place, setViewport } from '../../../test/support/page-place.ts';

describe('the navigation', () => {
  const icon = 'M4 12h16';
  const rail = ['Today', 'Devices', 'Telemetry', 'More'].map((label) => ({
    id: label,
    label,
    href: `#${label}`,
    icon,
    badge: label === 'Today' ? 3 : 0,
    badgeLabel: '3 receipts waiting',
  }));
  const bar = rail.filter(({ id }) => id !== 'Telemetry');
  const marksOf = (nav: FkNav, where: string): (string | null)[][] =>
    [...nav.shadowRoot!.querySelectorAll(`${where} [aria-current]`)].map((link) => [
      link.getAttribute('href'),
      link.getAttribute('aria-current'),
    ]);

  it('marks More for a page whose own link does not fit, and nothing for a page that belongs to no link', async () => {
    const nav = await place<FkNav>(html`<fk-nav .rail=${rail} .bar=${bar} current="Telemetry"></fk-nav>`);
    expect(getComputedStyle(inside(nav, '.rail')).display).to.equal('none');
    expect([marksOf(nav, '.bar'), marksOf(nav, '.rail')]).to.deep.equal([
      [['#More', 'true']],
      [['#Telemetry', 'page']],
    ]);
    nav.current = '';
    await nav.updateComplete;
    expect([marksOf(nav, '.bar'), marksOf(nav, '.rail')]).to.deep.equal([[], []]);
  });

  it('shows all words from 320 px on, with larger text that of the current place, and names all of them', async () => {
    const words = ['Heute', 'Einsätze', 'Geräte', 'Mehr'];
    const german = words.map((label) => ({ id: label, label, href: `#${label}`, icon }));
    for (const width of [300, 320, 390]) {
      await setViewport({ width, height: 844 });
      for (const current of words) {
        const nav = await place<FkNav>(html`<fk-nav .bar=${german} .current=${current}></fk-nav>`);
        const labels = [...nav.shadowRoot!.querySelectorAll<HTMLElement>('.bar .label')];
        const shown = labels.filter((label) => getComputedStyle(label).clipPath === 'none');
        expect(labels.map((label) => label.textContent)).to.deep.equal(words);
        expect(shown.map((label) => label.textContent)).to.deep.equal(width >= 320 ? words : [current]);
        for (const label of shown) {
          expect(label.getClientRects(), `${current} ${width}`).to.have.length(1);
          expect(label.getBoundingClientRect().left, `${current} ${width}`).to.be.at.least(0);
          expect(label.getBoundingClientRect().right, `${current} ${width}`).to.be.at.most(width);
        }
        for (const link of nav.shadowRoot!.querySelectorAll('.bar a')) {
          expect(link.getBoundingClientRect().width).to.be.at.least(54);
          expect(link.getBoundingClientRect().height).to.be.at.least(56);
        }
      }
    }
    await setViewport({ width: 800, height: 600 });
  });

  it('marks the present place and names what a badge counts', async () => {
    const nav = await place<FkNav>(html`<fk-nav .rail=${rail} .bar=${bar} current="Devices"></fk-nav>`);
    expect(marksOf(nav, '.bar')).to.deep.equal([['#Devices', 'page']]);
    expect(inside(nav, '.bar a[href="#Today"]').textContent).to.contain('3 receipts waiting');
  });
});

describe("the track of a beacon's states", () => {
  it('has one sentence in a row, and text and state for each mark in a card', async () => {
    const track = await place<FkTrack>(html`<fk-track size="row" .track=${TYPICAL_TRACKS.uncertain}></fk-track>`);
    expect(inside(track, '[role="img"]').getAttribute('aria-label')).to.equal(
      'Uncertain: the beacon may or may not have changed.',
    );
    track.size = 'card';
    await track.updateComplete;
    const texts = [...(track.shadowRoot?.querySelectorAll('li') ?? [])].map((item) =>
      item.textContent?.replace(/\s+/g, ' ').trim(),
    );
    expect(texts).to.deep.equal([
      'Prepared, reached',
      'Downloaded, reached',
      'Written, Uncertain',
      'Receipt saved, not known',
      'Sent, not known',
      'Verified, not known',
    ]);
  });

  it('shows the current and the next word below its marks in a card, and the word at which the run stopped', async () => {
    const lineOf = async (summary: keyof typeof TYPICAL_TRACKS): Promise<string> => {
      const track = await place<FkTrack>(
        html`<fk-track style="width: 288px" .track=${TYPICAL_TRACKS[summary]}></fk-track>`,
      );
      return inside(track, 'p').innerText;
    };
    expect(await lineOf('nothing')).to.equal('0 of 6 · Nothing prepared · next: Prepared');
    expect(await lineOf('onThisPhone')).to.equal('2 of 6 · Downloaded · next: Written');
    expect(await lineOf('uncertain')).to.equal('2 of 6 · Uncertain');
    expect(await lineOf('notVerified')).to.equal('5 of 6 · Not verified');
    expect(await lineOf('verified')).to.equal('6 of 6 · Verified');
  });

  for (const [language, { words, summaries }] of [
    ['English', elementStrings.track],
    ['German', inGerman.track],
  ] as const) {
    for (const width of [288, 358, 611, 612, 830]) {
      for (const size of [16, 21, 32]) {
        it(`shows its six ${language} words only where each has one line, at ${width} px with text of ${size} px`, async () => {
          const track = await place<FkTrack>(
            html`<fk-track style="width: ${width}px; font-size: ${(size * 17) / 16}px" .track=${TYPICAL_TRACKS.verified}></fk-track>`,
          );
          // Text of another size is set in the browser, and would change every rem.
          for (const [name, rem] of [
            ['--text-xs', 0.75],
            ['--text-s', 0.9375],
          ] as const)
            track.style.setProperty(name, `${rem * size}px`);
          const marks = [...track.shadowRoot!.querySelectorAll('li')];
          for (const mark of marks) {
            const word = MARK_WORDS.find((one) => mark.classList.contains(one))!;
            mark.querySelector('span')!.textContent = word === 'verified' ? summaries.notVerified : words[word];
          }
          expect(new Set(marks.map((mark) => mark.getBoundingClientRect().top)).size).to.equal(1);
          const spans = marks.map((mark) => mark.querySelector('span')!);
          const areShown = spans.every((span) => getComputedStyle(span).clipPath === 'none');
          expect(getComputedStyle(inside(track, 'p')).display).to.equal(areShown ? 'none' : 'block');
          expect(areShown).to.equal(width >= size * 17 * 2.25);
          for (const [at, span] of spans.entries()) {
            if (!areShown) continue;
            expect(span.getClientRects()).to.have.length(1);
            expect(span.getBoundingClientRect().right, span.textContent).to.be.at.most(
              spans[at + 1]?.getBoundingClientRect().left ?? track.getBoundingClientRect().right,
            );
          }
        });
      }
    }
  }

  it('never draws two states alike: they differ in shape, not only in colour', async () => {
    const shapes = new Set<string>();
    for (const [summary, at] of [
      ['verified', 4],
      ['nothing', 4],
      ['uncertain', 2],
      ['refused', 2],
      ['notVerified', 5],
    ] as const) {
      const track = await place<FkTrack>(html`<fk-track size="row" .track=${TYPICAL_TRACKS[summary]}></fk-track>`);
      const mark = track.shadowRoot?.querySelectorAll('g')[at];
      shapes.add(
        [...(mark?.children ?? [])]
          .map(
            (part) =>
              `${part.localName} ${part.getAttribute('r') ?? part.getAttribute('d') ?? ''} ${getComputedStyle(part).strokeDasharray} ${getComputedStyle(part).fill === 'none'}`,
          )
          .join(),
      );
    }
    expect(shapes.size).to.equal(5);
  });
});

describe('of the small elements,', () => {
  it('a change of a value shows an unchanged value once, without an arrow', async () => {
    const same = await place(html`<fk-value-change from="4" to="4" unit="dBm"></fk-value-change>`);
    expect(same.shadowRoot!.querySelector('svg')).to.equal(null);
    expect(same.shadowRoot!.textContent.trim()).to.equal('4dBm');
    const changed = await place(html`<fk-value-change from="4" to="5"></fk-value-change>`);
    expect(changed.shadowRoot!.querySelector('svg')).not.to.equal(null);
  });

  it('the counter of receipts is inconspicuous at zero, shows a number above zero, and a note when the key is missing', async () => {
    const counter = await place<FkReceiptCounter>(html`<fk-receipt-counter></fk-receipt-counter>`);
    const words = async (): Promise<string> => {
      await counter.updateComplete;
      return counter.shadowRoot?.textContent?.trim() ?? '';
    };
    expect(await words()).to.equal('Outbox, nothing to send');
    counter.count = 1;
    expect(await words()).to.equal('1 receipt not delivered yet');
    counter.count = 3;
    expect(await words()).to.equal('3 receipts not delivered yet');
    counter.keyWaiting = true;
    expect(await words()).to.equal('3 receipts wait for your key');
  });

  it('the toast is a live region whose Undo can be pressed by keyboard, and asks to be closed after its time', async () => {
    const toast = await place<FkToast>(html`<fk-toast></fk-toast>`);
    const region = inside(toast, '[aria-live="polite"]');
    expect(region.textContent?.trim()).to.equal('');
    toast.message = { message: 'Removed', undo: () => undefined };
    await toast.updateComplete;
    expect(region.textContent).to.contain('Removed');
    const undone = oneEvent(toast, 'fk-undo');
    inside(toast, '.undo').focus();
    await sendKeys({ press: 'Enter' });
    await undone;
    (focused() as HTMLElement).blur();
    const dismissed = oneEvent(toast, 'fk-dismiss');
    toast.lastsMs = 1;
    await dismissed;
  });

  it('the toast announces a repeated message again and shows it for its full time', async () => {
    const toast = await place<FkToast>(html`<fk-toast .message=${{ message: 'Saved' }} .lastsMs=${500}></fk-toast>`);
    const first = inside(toast, '.message');
    const shownAt = performance.now();
    // Real time is what is tested: how long a message stays.
    await new Promise((resolve) => setTimeout(resolve, 300));
    toast.message = { message: 'Saved' };
    const dismissed = oneEvent(toast, 'fk-dismiss');
    await toast.updateComplete;
    expect(first.isConnected, 'a live region says what is put into it').to.equal(false);
    await dismissed;
    expect(performance.now() - shownAt).to.be.at.least(790);
  });

  it('the progress bar is not empty while the end is unknown', async () => {
    const ground = (progress: FkProgress): string => getComputedStyle(inside(progress, 'progress')).backgroundImage;
    expect(ground(await place<FkProgress>(html`<fk-progress label="Packages"></fk-progress>`))).to.contain('gradient');
    expect(ground(await place<FkProgress>(html`<fk-progress label="Packages" total="5"></fk-progress>`))).to.equal(
      'none',
    );
  });

  it('the progress bar shows how many of how many are done, and offers Cancel', async () => {
    const progress = await place<FkProgress>(
      html`<fk-progress label="Packages" done="61" total="118" cancellable></fk-progress>`,
    );
    expect(inside(progress, '.count').textContent).to.equal('61 of 118');
    const cancelled = oneEvent(progress, 'fk-cancel');
    inside(progress, 'fk-button').click();
    await cancelled;
  });

  it('an ID asks the page to copy it unchanged when it is pressed', async () => {
    const id = await place<FkId>(html`<fk-id value="fk3Qa7O0" copyable></fk-id>`);
    const requested = oneEvent(id, 'fk-copy') as unknown as Promise<CopyEvent>;
    inside(id, 'button').click();
    expect((await requested).value).to.equal('fk3Qa7O0');
  });

  it('a button with an address is a link of full size unless it is disabled', async () => {
    const button = await place<FkButton>(html`<fk-button href="#there">There</fk-button>`);
    const link = inside<HTMLAnchorElement>(button, 'a');
    expect(link.getAttribute('href')).to.equal('#there');
    expect(link.getBoundingClientRect().height).to.be.at.least(40);
    expect(getComputedStyle(link).textDecorationLine).to.equal('none');
    button.disabled = true;
    await button.updateComplete;
    expect(button.shadowRoot!.querySelector('a')).to.equal(null);
    expect(inside<HTMLButtonElement>(button, 'button').disabled).to.equal(true);
  });

  it('a notice shows Details only when it has some, as high as a button', async () => {
    const notice = await place<FkNotice>(html`<fk-notice text="Refused."></fk-notice>`);
    expect(inside(notice, 'details').hidden).to.equal(true);
    const details = document.createElement('code');
    details.slot = 'details';
    const announced = oneEvent(inside(notice, 'slot[name="details"]'), 'slotchange');
    notice.append(details);
    await announced;
    await notice.updateComplete;
    expect(inside(notice, 'details').hidden).to.equal(false);
    expect(inside(notice, 'summary').offsetHeight).to.be.at.least(40);
  });

  it('an age is rounded down, and mentions a clock that is ahead', () => {
    const minute = 60_000;
    expect(
      [-2 * minute, -1, 59_999, minute, 59 * minute, 60 * minute, 47 * 60 * minute, 48 * 60 * minute].map(ageInWords),
    ).to.deep.equal([
      'in the future',
      'just now',
      'just now',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '1 day ago',
      '2 days ago',
    ]);
  });
});
