/** When the fields of a new passphrase show an error, and what they dispatch. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import { focused, inside, place, settled } from '../../../../test/support/page-place.ts';
import { judgePassphrase } from '../../../domain/passphrase.ts';
import { keyStrings } from '../../strings/keys.ts';
import type { FkNewPassphrase } from './new-passphrase.ts';
import './new-passphrase.ts';

const text = keyStrings.passphrase;
const GOOD = 'four quiet words here';
const session = {
  judgePassphrase: async (passphrase: string, key?: string) => judgePassphrase(passphrase, key ?? null, 1e20),
};

async function open(): Promise<FkNewPassphrase> {
  const form = await place<FkNewPassphrase>(
    html`<fk-new-passphrase .session=${session} .apiKey=${'the-key-of-13'}></fk-new-passphrase>`,
  );
  await settled(form);
  return form;
}

const fieldsOf = (form: FkNewPassphrase) => [...form.shadowRoot!.querySelectorAll('fk-field')];
const errorsOf = (form: FkNewPassphrase) => fieldsOf(form).map(({ error }) => error);

/** Replaces the field's text by keyboard. */
async function type(form: FkNewPassphrase, at: 0 | 1, words: string): Promise<void> {
  fieldsOf(form)[at]!.focus();
  inside<HTMLInputElement>(fieldsOf(form)[at], 'input').select();
  await sendKeys({ type: words });
  await settled(form);
}

describe('the fields for a new passphrase', () => {
  it('show the requirements as help while somebody types, and as an error after an attempt', async () => {
    const form = await open();
    await type(form, 0, 'short');
    expect(fieldsOf(form)[0]!.help).to.equal(text.short(7));
    await type(form, 1, 'other');
    expect(errorsOf(form)).to.deep.equal(['', '']);
    expect(await form.read()).to.equal(null);
    await settled(form);
    expect([form.fault, ...errorsOf(form)]).to.deep.equal(['passphrase', text.short(7), '']);
    await type(form, 0, 'the-key-of-13');
    expect(errorsOf(form)).to.deep.equal([text.sameAsKey, '']);
    await type(form, 0, GOOD);
    expect([form.fault, ...errorsOf(form)]).to.deep.equal(['repeat', '', text.differs]);
    form.focus();
    expect(fieldsOf(form)[1]!.matches(':focus-within'), focused()?.localName).to.equal(true);
    await type(form, 1, GOOD);
    expect(errorsOf(form)).to.deep.equal(['', '']);
    expect(await form.read()).to.equal(GOOD);
  });

  it('ask for a missing passphrase', async () => {
    const form = await open();
    expect(await form.read()).to.equal(null);
    await settled(form);
    expect(errorsOf(form)).to.deep.equal([text.help, '']);
  });

  it('give the passphrase only to the method `read`, and clear it when they are removed', async () => {
    const form = await open();
    const events: Event[] = [];
    for (const name of ['fk-input', 'fk-change', 'fk-new-passphrase'])
      form.addEventListener(name, (one) => events.push(one));
    await type(form, 0, GOOD);
    await type(form, 1, GOOD);
    expect(new Set(events.map(({ type: name }) => name))).to.deep.equal(new Set(['fk-new-passphrase']));
    expect(events.some((one) => 'value' in one)).to.equal(false);
    const parent = form.parentElement!;
    form.remove();
    parent.append(form);
    await settled(form);
    expect(await form.read()).to.equal(null);
    expect(fieldsOf(form).map(({ value }) => value)).to.deep.equal(['', '']);
  });
});
