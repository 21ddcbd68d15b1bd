/** The elements in the hand: keyboard, focus, forms and the events they send. */
import { expect, html, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { LitElement, render, type TemplateResult } from 'lit';
import tokens from '../kit/tokens.css?inline';
import { sampleTracks } from '../gallery/tracks.ts';
import { ageInWords } from './age/age.ts';
import type { FkButton } from './button/button.ts';
import './button/button.ts';
import type { ConfirmEvent, FkConfirmTyped } from './confirm-typed/confirm-typed.ts';
import './confirm-typed/confirm-typed.ts';
import type { FkDialog } from './dialog/dialog.ts';
import { FieldChangeEvent, type FkField } from './field/field.ts';
import type { CopyEvent, FkId } from './id/id.ts';
import './id/id.ts';
import type { FkNav } from './nav/nav.ts';
import './nav/nav.ts';
import type { FkNotice } from './notice/notice.ts';
import type { FkProgress } from './progress/progress.ts';
import './progress/progress.ts';
import type { FkReceiptCounter } from './receipt-counter/receipt-counter.ts';
import './receipt-counter/receipt-counter.ts';
import type { FkToast } from './toast/toast.ts';
import './toast/toast.ts';
import type { FkTrack } from './track/track.ts';
import './track/track.ts';

const sheet = new CSSStyleSheet();
sheet.replaceSync(tokens);
document.adoptedStyleSheets.push(sheet);

function inside<T extends Element = HTMLElement>(host: Element | null | undefined, selector: string): T {
  const found = host?.shadowRoot?.querySelector<T>(selector);
  if (!found) throw new Error(`no ${selector} inside ${host?.tagName ?? 'nothing'}`);
  return found;
}

/** The element that has the focus, however deep in shadow roots. */
function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** Not the library's fixture: that waits for an animation frame, which a test page in the background never gets. */
async function place<T extends Element>(template: TemplateResult): Promise<T> {
  const room = document.createElement('div');
  document.body.append(room);
  rooms.push(room);
  render(template, room);
  for (const child of room.querySelectorAll('*')) if (child instanceof LitElement) await settle(child);
  return room.firstElementChild as T;
}

const rooms: Element[] = [];
afterEach(() => {
  for (const room of rooms.splice(0)) room.remove();
});

async function settle(host: LitElement): Promise<void> {
  await host.updateComplete;
  for (const child of host.shadowRoot?.querySelectorAll('*') ?? []) if (child instanceof LitElement) await settle(child);
}

describe('fk-button', () => {
  it('clicks with Enter and Space', async () => {
    let clicks = 0;
    const button = await place<FkButton>(html`<fk-button @click=${() => clicks++}>Go</fk-button>`);
    button.focus();
    expect(focused()?.localName).to.equal('button');
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Space' });
    expect(clicks).to.equal(2);
  });

  it('swallows clicks while busy but keeps the focus, and while disabled', async () => {
    let clicks = 0;
    const button = await place<FkButton>(html`<fk-button @click=${() => clicks++}>Go</fk-button>`);
    button.focus();
    button.busy = true;
    await button.updateComplete;
    await sendKeys({ press: 'Enter' });
    button.click();
    expect(focused()?.localName).to.equal('button');
    button.busy = false;
    button.disabled = true;
    await button.updateComplete;
    button.click();
    expect(clicks).to.equal(0);
  });

  it('calls its listener in the same task as the gesture, as a chooser needs', async () => {
    let active: boolean | null = null;
    const button = await place<FkButton>(html`<fk-button @click=${() => (active = navigator.userActivation.isActive)}>Connect</fk-button>`);
    button.focus();
    await sendKeys({ press: 'Enter' });
    expect(active).to.equal(true);
  });

  it('submits the form around it, unless the click was prevented', async () => {
    const form = await place<HTMLFormElement>(html`<form><fk-button type="submit">Save</fk-button></form>`);
    const button = form.querySelector('fk-button') as FkButton;
    let submits = 0;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      submits++;
    });
    button.click();
    await Promise.resolve();
    expect(submits).to.equal(1);
    button.addEventListener('click', (event) => event.preventDefault());
    button.click();
    await Promise.resolve();
    expect(submits).to.equal(1);
  });
});

describe('fk-field', () => {
  it('focuses its control, tells each keystroke and the settled value', async () => {
    const field = await place<FkField>(html`<fk-field name="alias" label="Alias"></fk-field>`);
    const heard: FieldChangeEvent[] = [];
    field.addEventListener('fk-input', (event) => heard.push(event));
    field.addEventListener('fk-change', (event) => heard.push(event));
    field.focus();
    await sendKeys({ type: 'ab' });
    await sendKeys({ press: 'Tab' });
    expect(heard.map((event) => [event.type, event.name, event.value])).to.deep.equal([
      ['fk-input', 'alias', 'a'],
      ['fk-input', 'alias', 'ab'],
      ['fk-change', 'alias', 'ab'],
    ]);
    expect(heard[0]).to.be.instanceOf(FieldChangeEvent);
  });

  it('is part of a form: value, required, error, reset, Enter', async () => {
    const form = await place<HTMLFormElement>(html`<form><fk-field name="minor" label="Minor" value="1" required></fk-field></form>`);
    const field = form.querySelector('fk-field') as FkField;
    expect(new FormData(form).get('minor')).to.equal('1');
    field.value = '';
    await field.updateComplete;
    expect(form.checkValidity()).to.equal(false);
    field.value = '70000';
    field.error = 'A minor is 0 to 65,535';
    await field.updateComplete;
    expect(form.checkValidity()).to.equal(false);
    expect(inside(field, 'input').getAttribute('aria-invalid')).to.equal('true');
    expect(inside(field, '#error').textContent).to.contain('65,535');
    field.error = '';
    form.reset();
    await field.updateComplete;
    expect(field.value).to.equal('1');
    const submitted = oneEvent(form, 'submit');
    form.addEventListener('submit', (event) => event.preventDefault());
    field.focus();
    await sendKeys({ press: 'Enter' });
    await submitted;
  });

  it('ticks a list by keyboard, in the order of its options, and keeps values it does not know', async () => {
    const options = [
      { value: 'X_AXIS', label: 'X' },
      { value: 'Y_AXIS', label: 'Y' },
    ];
    const field = await place<FkField>(html`<fk-field kind="list" name="axes" label="Axes" value="Y_AXIS,W_AXIS" .options=${options}></fk-field>`);
    inside(field, 'input[value="X_AXIS"]').focus();
    await sendKeys({ press: 'Space' });
    expect(field.value).to.equal('X_AXIS,Y_AXIS,W_AXIS');
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Space' });
    expect(field.values).to.deep.equal(['X_AXIS', 'W_AXIS']);
  });

  it('follows a value set from outside after the person chose another', async () => {
    const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
    const field = await place<FkField>(html`<fk-field kind="select" name="s" label="S" value="a" .options=${options}></fk-field>`);
    const select = inside<HTMLSelectElement>(field, 'select');
    select.value = 'b';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await field.updateComplete;
    expect(field.value).to.equal('b');
    field.value = 'c';
    await field.updateComplete;
    expect(select.value).to.equal('c');
    field.value = 'a';
    await field.updateComplete;
    expect(select.value).to.equal('a');
  });
});

describe('fk-dialog', () => {
  it('takes the focus to its heading, closes with Escape and gives the focus back', async () => {
    const page = await place(html`<div><fk-button>Open</fk-button><fk-dialog heading="Remove"><button>Inner</button></fk-dialog></div>`);
    const opener = page.querySelector('fk-button') as FkButton;
    const dialog = page.querySelector('fk-dialog') as FkDialog;
    opener.focus();
    const from = focused();
    dialog.open = true;
    await dialog.updateComplete;
    expect(focused()?.id).to.equal('heading');
    const closed = oneEvent(dialog, 'fk-close');
    await sendKeys({ press: 'Escape' });
    await closed;
    expect(dialog.open).to.equal(false);
    // Identity, not the nodes: a failure would print the whole page.
    expect(focused() === from).to.equal(true);
  });

  it('gives the focus back when it is taken out of the page while open', async () => {
    const page = await place(html`<div><button>Open</button><fk-dialog heading="Remove"></fk-dialog></div>`);
    const opener = page.querySelector('button') as HTMLButtonElement;
    const dialog = page.querySelector('fk-dialog') as FkDialog;
    opener.focus();
    dialog.open = true;
    await dialog.updateComplete;
    dialog.remove();
    expect(focused() === opener).to.equal(true);
  });

  it('keeps the Tab key inside', async () => {
    const page = await place(html`<div><button id="outside">Outside</button><fk-dialog heading="Remove" open><button id="inner">Inner</button></fk-dialog></div>`);
    await (page.querySelector('fk-dialog') as FkDialog).updateComplete;
    const seen = new Set<string>();
    for (let press = 0; press < 6; press++) {
      await sendKeys({ press: 'Tab' });
      seen.add(focused()?.id ?? '');
    }
    expect([...seen]).to.include('inner').and.not.include('outside');
  });
});

describe('fk-confirm-typed', () => {
  async function open(): Promise<{ confirm: FkConfirmTyped; field: FkField; action: FkButton; confirmed: ConfirmEvent[] }> {
    const confirm = await place<FkConfirmTyped>(
      html`<fk-confirm-typed open heading="Move" consequence="You lose it." subjectId="fk3Qa7Zk" action="Move it"></fk-confirm-typed>`,
    );
    await settle(confirm);
    const confirmed: ConfirmEvent[] = [];
    confirm.addEventListener('fk-confirm', (event) => confirmed.push(event));
    return { confirm, field: inside<FkField>(confirm, 'fk-field'), action: inside<FkButton>(confirm, 'fk-button[variant="danger"]'), confirmed };
  }

  it('goes on only with the last four characters in their case, by keyboard, and Enter in the field does nothing', async () => {
    const { confirm, field, action, confirmed } = await open();
    field.focus();
    await sendKeys({ type: 'A7ZK' });
    await settle(confirm);
    expect(action.disabled).to.equal(true);
    expect(inside(field, '#error').textContent).to.not.equal('');
    action.click();
    for (let at = 0; at < 4; at++) await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: 'a7Zk' });
    await settle(confirm);
    expect(action.disabled).to.equal(false);
    await sendKeys({ press: 'Enter' });
    expect(confirmed).to.have.length(0);
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    expect(confirmed.map((event) => event.subjectId)).to.deep.equal(['fk3Qa7Zk']);
    expect(confirm.open).to.equal(false);
  });

  it('Escape and Cancel close without a confirm, and what was typed is forgotten', async () => {
    const { confirm, field, confirmed } = await open();
    field.focus();
    await sendKeys({ type: 'a7Zk' });
    const closed = oneEvent(confirm, 'fk-close');
    await sendKeys({ press: 'Escape' });
    await closed;
    expect(confirm.open).to.equal(false);
    confirm.open = true;
    await settle(confirm);
    expect(field.value).to.equal('');
    expect(confirmed).to.have.length(0);
  });

  it('says its events once, and none of its inner field', async () => {
    const { confirm, field } = await open();
    let inputs = 0;
    for (const type of ['fk-input', 'fk-change'] as const) confirm.addEventListener(type, () => inputs++);
    field.focus();
    await sendKeys({ type: 'a7Zk' });
    await sendKeys({ press: 'Tab' });
    expect(inputs).to.equal(0);
  });
});

describe('fk-nav', () => {
  const icon = 'M4 12h16';
  const places = ['Devices', 'Run', 'Outbox', 'Telemetry'].map((label) => ({ id: label, label, href: `#${label}`, icon, badge: label === 'Outbox' ? 3 : 0, badgeLabel: '3 receipts waiting' }));
  const more = [{ id: 'Settings', label: 'Settings', href: '#Settings', icon }];

  it('opens More by keyboard on the phone, goes to a place and closes', async () => {
    const nav = await place<FkNav>(html`<fk-nav .places=${places} .more=${more} current="Settings"></fk-nav>`);
    expect(getComputedStyle(inside(nav, '.rail')).display).to.equal('none');
    const button = inside(nav, 'button');
    const menu = inside(nav, '#more');
    button.focus();
    await sendKeys({ press: 'Enter' });
    expect(menu.matches(':popover-open')).to.equal(true);
    await sendKeys({ press: 'Tab' });
    expect(focused()?.textContent).to.contain('Settings');
    let asked: string | null = null;
    // A navigation, even to a fragment, would end the test page: stand in for the router.
    nav.addEventListener('click', (event) => {
      event.preventDefault();
      asked = (event.composedPath().find((target) => target instanceof HTMLAnchorElement) as HTMLAnchorElement).hash;
    });
    await sendKeys({ press: 'Enter' });
    expect(asked).to.equal('#Settings');
    expect(menu.matches(':popover-open')).to.equal(false);
  });

  it('marks where one is and says what a badge counts', async () => {
    const nav = await place<FkNav>(html`<fk-nav .places=${places} .more=${more} current="Run"></fk-nav>`);
    const current = [...(nav.shadowRoot?.querySelectorAll('.bar [aria-current="page"]') ?? [])];
    expect(current.map((link) => link.getAttribute('href'))).to.deep.equal(['#Run']);
    expect(inside(nav, '.bar a[href="#Outbox"]').textContent).to.contain('3 receipts waiting');
  });
});

describe('fk-track', () => {
  it('says one sentence in a row and a word and state for each mark in a card', async () => {
    const track = await place<FkTrack>(html`<fk-track size="row" .track=${sampleTracks.uncertain}></fk-track>`);
    expect(inside(track, '[role="img"]').getAttribute('aria-label')).to.equal('Uncertain: the beacon may or may not have changed.');
    track.size = 'card';
    await track.updateComplete;
    const said = [...(track.shadowRoot?.querySelectorAll('li') ?? [])].map((item) => item.textContent?.replace(/\s+/g, ' ').trim());
    expect(said).to.deep.equal([
      'Prepared, reached',
      'On this phone, reached',
      'Written, Uncertain',
      'Receipt on this phone, not known',
      'Sent, not known',
      'Verified, not known',
    ]);
  });

  it('never draws two states alike: each differs in shape, not in colour alone', async () => {
    const shapes = new Set<string>();
    for (const [summary, at] of [['verified', 4], ['nothing', 4], ['uncertain', 2], ['refused', 2], ['notVerified', 5]] as const) {
      const track = await place<FkTrack>(html`<fk-track size="row" .track=${sampleTracks[summary]}></fk-track>`);
      const mark = track.shadowRoot?.querySelectorAll('g')[at];
      shapes.add([...(mark?.children ?? [])].map((part) => `${part.localName} ${part.getAttribute('r') ?? part.getAttribute('d') ?? ''} ${getComputedStyle(part).strokeDasharray} ${getComputedStyle(part).fill === 'none'}`).join());
    }
    expect(shapes.size).to.equal(5);
  });
});

describe('the small ones', () => {
  it('the counter is quiet at zero, counts above, and says when the key is missing', async () => {
    const counter = await place<FkReceiptCounter>(html`<fk-receipt-counter></fk-receipt-counter>`);
    const words = async (): Promise<string> => {
      await counter.updateComplete;
      return counter.shadowRoot?.textContent?.trim() ?? '';
    };
    expect(await words()).to.equal('No receipts waiting');
    counter.count = 1;
    expect(await words()).to.equal('1 receipt only on this phone');
    counter.count = 3;
    expect(await words()).to.equal('3 receipts only on this phone');
    counter.keyWaiting = true;
    expect(await words()).to.equal('3 receipts wait for your key');
  });

  it('the toast says it in a live region, undoes by keyboard and asks to go when its time is up', async () => {
    const toast = await place<FkToast>(html`<fk-toast undo></fk-toast>`);
    const region = inside(toast, '[aria-live="polite"]');
    expect(region.textContent?.trim()).to.equal('');
    toast.message = 'Removed';
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

  it('progress counts and cancels', async () => {
    const progress = await place<FkProgress>(html`<fk-progress label="Packages" done="61" total="118" cancellable></fk-progress>`);
    expect(inside(progress, '.count').textContent).to.equal('61 of 118');
    const cancelled = oneEvent(progress, 'fk-cancel');
    inside(progress, 'fk-button').click();
    await cancelled;
  });

  it('the id asks to be copied, with its case', async () => {
    const id = await place<FkId>(html`<fk-id value="fk3Qa7O0" copyable></fk-id>`);
    const asked = oneEvent(id, 'fk-copy') as unknown as Promise<CopyEvent>;
    inside(id, 'button').click();
    expect((await asked).value).to.equal('fk3Qa7O0');
  });

  it('a notice shows Details only when it has some', async () => {
    const notice = await place<FkNotice>(html`<fk-notice text="Refused."></fk-notice>`);
    expect(inside<HTMLElement>(notice, 'details').hidden).to.equal(true);
    const details = document.createElement('code');
    details.slot = 'details';
    const told = oneEvent(inside(notice, 'slot[name="details"]'), 'slotchange');
    notice.append(details);
    await told;
    await notice.updateComplete;
    expect(inside<HTMLElement>(notice, 'details').hidden).to.equal(false);
  });

  it('an age is rounded down, and a clock that is ahead is said', () => {
    const minute = 60_000;
    expect([-2 * minute, -1, 59_999, minute, 59 * minute, 60 * minute, 47 * 60 * minute, 48 * 60 * minute].map(ageInWords)).to.deep.equal([
      'clock ahead',
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
