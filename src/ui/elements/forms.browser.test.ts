/** Elements for input and answers: keyboard, focus, forms and events. */
import { expect, html, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { FkButton } from './button/button.ts';
import './button/button.ts';
import type { FkConfirm } from './confirm/confirm.ts';
import './confirm/confirm.ts';
import type { FkDialog } from './dialog/dialog.ts';
import { FieldChangeEvent, type FkField } from './field/field.ts';
import { focused, inside, place, settled, setViewport } from '../../../test/support/page-place.ts';

describe('the height of a field', () => {
  it('is that of its control where its label is hidden and there is no help or error text', async () => {
    const field = await place<FkField>(html`<fk-field label="Every" label-hidden kind="select"></fk-field>`);
    const control = inside(field, 'select');
    expect(field.offsetHeight).to.equal(control.offsetHeight);
  });
});

describe('a text field of several lines', () => {
  it('scrolls into view as a whole when it is focused by keyboard', async () => {
    const scroller = await place<HTMLElement>(
      html`<div><p></p><fk-field kind="textarea" label="IDs"></fk-field><p></p></div>`,
    );
    const field = scroller.querySelector('fk-field') as FkField;
    await field.updateComplete;
    scroller.style.setProperty('height', '200px');
    scroller.style.setProperty('overflow', 'auto');
    for (const space of scroller.querySelectorAll('p')) space.style.setProperty('height', '120px');
    field.focus();
    const control = inside(field, 'textarea');
    expect(focused()).to.equal(control);
    expect(control.getBoundingClientRect().bottom).to.be.at.most(scroller.getBoundingClientRect().bottom);
  });
});

describe('a button', () => {
  it('clicks with Enter and Space', async () => {
    let clicks = 0;
    const button = await place<FkButton>(html`<fk-button @click=${() => clicks++}>Go</fk-button>`);
    button.focus();
    expect(focused()?.localName).to.equal('button');
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Space' });
    expect(clicks).to.equal(2);
  });

  it('ignores clicks while busy but keeps the focus, and while disabled', async () => {
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

  it('keeps its size while busy, with and without an icon', async () => {
    for (const icon of [null, 'M4 12h16']) {
      const button = await place<FkButton>(html`<fk-button .icon=${icon}>Practice in the sandbox</fk-button>`);
      const { width } = button.getBoundingClientRect();
      button.busy = true;
      await button.updateComplete;
      expect(button.getBoundingClientRect().width).to.be.closeTo(width, 0.1);
    }
  });

  it('has one size, text and corner at a desk, and is larger as the main action of a phone', async () => {
    const row = await place<HTMLElement>(html`<div><fk-button big>Save</fk-button><fk-button>Back</fk-button></div>`);
    const looks = [...row.querySelectorAll('fk-button')].map((one) => getComputedStyle(inside(one, 'button')));
    const shapes = (): string[] =>
      looks.map(({ height, fontSize, borderRadius }) => [height, fontSize, borderRadius].join(' '));
    await setViewport({ width: 1280, height: 800 });
    const [big, small] = shapes();
    expect(big).to.equal(small);
    await setViewport({ width: 390, height: 844 });
    expect(shapes()[0]).not.to.equal(shapes()[1]);
    await setViewport({ width: 800, height: 600 });
  });

  it('shows its words in a lighter colour while it is disabled', async () => {
    const row = await place<HTMLElement>(
      html`<div><fk-button disabled>No change yet</fk-button><fk-button>Back</fk-button></div>`,
    );
    const [disabled, able] = [...row.querySelectorAll('fk-button')].map((one) =>
      getComputedStyle(inside(one, 'button')),
    );
    expect(Number(disabled!.fontWeight)).to.be.below(Number(able!.fontWeight));
  });

  it('calls its listener in the task of the gesture, as a chooser needs', async () => {
    let active: boolean | null = null;
    const button = await place<FkButton>(
      html`<fk-button @click=${() => (active = navigator.userActivation.isActive)}>Connect</fk-button>`,
    );
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

describe('a field', () => {
  it('focuses its control, and dispatches each keystroke and the settled value', async () => {
    const field = await place<FkField>(html`<fk-field name="alias" label="Alias"></fk-field>`);
    const events: FieldChangeEvent[] = [];
    field.addEventListener('fk-input', (event) => events.push(event));
    field.addEventListener('fk-change', (event) => events.push(event));
    field.focus();
    await sendKeys({ type: 'ab' });
    await sendKeys({ press: 'Tab' });
    expect(events.map((event) => [event.type, event.name, event.value])).to.deep.equal([
      ['fk-input', 'alias', 'a'],
      ['fk-input', 'alias', 'ab'],
      ['fk-change', 'alias', 'ab'],
    ]);
    expect(events[0]).to.be.instanceOf(FieldChangeEvent);
  });

  it('takes part in its form with its value, its error, reset and Enter', async () => {
    const form = await place<HTMLFormElement>(
      html`<form><fk-field name="minor" label="Minor" value="1" required></fk-field></form>`,
    );
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

  it('ticks a list by keyboard in the order of its options, and keeps unknown values', async () => {
    const options = [
      { value: 'X_AXIS', label: 'X' },
      { value: 'Y_AXIS', label: 'Y' },
    ];
    const field = await place<FkField>(
      html`<fk-field kind="list" name="axes" label="Axes" value="Y_AXIS,W_AXIS" .options=${options}></fk-field>`,
    );
    inside(field, 'input[value="X_AXIS"]').focus();
    await sendKeys({ press: 'Space' });
    expect(field.value).to.equal('X_AXIS,Y_AXIS,W_AXIS');
    // The checkboxes are one tab stop.
    expect(inside(field, 'input[value="Y_AXIS"]').tabIndex).to.equal(-1);
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Space' });
    expect(field.values).to.deep.equal(['X_AXIS', 'W_AXIS']);
  });

  it('shows a value that the code sets after the person chose another', async () => {
    const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
    const field = await place<FkField>(
      html`<fk-field kind="select" name="s" label="S" value="a" .options=${options}></fk-field>`,
    );
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

describe('a dialog', () => {
  it('focuses its heading, closes with Escape and returns the focus', async () => {
    const page = await place(
      html`<div><fk-button>Open</fk-button><fk-dialog heading="Remove"><button>Inner</button></fk-dialog></div>`,
    );
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
    // Compare identity: a failed comparison of nodes would print the whole page.
    expect(focused() === from).to.equal(true);
  });

  it('returns the focus when it is removed while open', async () => {
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
    const page = await place(
      html`<div><button id="outside">Outside</button><fk-dialog heading="Remove" open><button id="inner">Inner</button></fk-dialog></div>`,
    );
    await (page.querySelector('fk-dialog') as FkDialog).updateComplete;
    const seen = new Set<string>();
    for (let press = 0; press < 6; press++) {
      await sendKeys({ press: 'Tab' });
      seen.add(focused()?.id ?? '');
    }
    expect([...seen])
      .to.include('inner')
      .and.not.include('outside');
  });
});

describe('a confirmation dialog', () => {
  it('confirms only by its action button, and dispatches the event before it closes', async () => {
    const confirm = await place<FkConfirm>(html`<fk-confirm heading="Close?" keep="Keep" action="Close"></fk-confirm>`);
    const events: string[] = [];
    for (const type of ['fk-confirm', 'fk-close'] as const) confirm.addEventListener(type, () => events.push(type));
    const button = (words: string) =>
      [...confirm.shadowRoot!.querySelectorAll('fk-button')].find((one) => one.textContent === words)!;
    for (const words of ['Keep', 'Close'] as const) {
      confirm.open = true;
      await settled(confirm);
      const closed = oneEvent(confirm, 'fk-close');
      button(words).click();
      await closed;
      expect(confirm.open).to.equal(false);
    }
    expect(events).to.deep.equal(['fk-close', 'fk-confirm', 'fk-close']);
  });

  it('makes Cancel the primary button if its action is a plain one', async () => {
    const confirm = await place<FkConfirm>(
      html`<fk-confirm open heading="Leave?" keep="Stay" action="Leave" variant="plain"></fk-confirm>`,
    );
    await settled(confirm);
    const [go, keep] = confirm.shadowRoot!.querySelectorAll('fk-button');
    expect([go!.textContent, go!.variant, keep!.textContent, keep!.variant]).to.deep.equal([
      'Leave',
      'plain',
      'Stay',
      'primary',
    ]);
  });
});

describe('a confirmation dialog with four characters to type', () => {
  async function open(): Promise<{
    confirm: FkConfirm;
    field: FkField;
    action: FkButton;
    confirmed: Event[];
  }> {
    const confirm = await place<FkConfirm>(
      html`<fk-confirm open heading="Move" consequence="You lose it." subjectId="fk3Qa7Zk" action="Move it"></fk-confirm>`,
    );
    await settled(confirm);
    const confirmed: Event[] = [];
    confirm.addEventListener('fk-confirm', (event) => confirmed.push(event));
    return {
      confirm,
      field: inside<FkField>(confirm, 'fk-field'),
      action: inside<FkButton>(confirm, 'fk-button[variant="danger"]'),
      confirmed,
    };
  }

  it('confirms only with the exact last four characters, by keyboard, and Enter in the field does nothing', async () => {
    const { confirm, field, action, confirmed } = await open();
    field.focus();
    await sendKeys({ type: 'A7ZK' });
    await settled(confirm);
    expect(action.disabled).to.equal(true);
    expect(inside(field, '#error').textContent).to.not.equal('');
    action.click();
    for (let at = 0; at < 4; at++) await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: 'a7Zk' });
    await settled(confirm);
    expect(action.disabled).to.equal(false);
    await sendKeys({ press: 'Enter' });
    expect(confirmed).to.have.length(0);
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    expect(confirmed).to.have.length(1);
    expect(confirm.open).to.equal(false);
  });

  it('closes with Escape and Cancel without confirming, and clears the typed text', async () => {
    const { confirm, field, confirmed } = await open();
    field.focus();
    await sendKeys({ type: 'a7Zk' });
    const closed = oneEvent(confirm, 'fk-close');
    await sendKeys({ press: 'Escape' });
    await closed;
    expect(confirm.open).to.equal(false);
    confirm.open = true;
    await settled(confirm);
    expect(field.value).to.equal('');
    expect(confirmed).to.have.length(0);
  });

  it('dispatches its own events once, and lets no event of its field out', async () => {
    const { confirm, field } = await open();
    let inputs = 0;
    for (const type of ['fk-input', 'fk-change'] as const) confirm.addEventListener(type, () => inputs++);
    field.focus();
    await sendKeys({ type: 'a7Zk' });
    await sendKeys({ press: 'Tab' });
    expect(inputs).to.equal(0);
  });
});
