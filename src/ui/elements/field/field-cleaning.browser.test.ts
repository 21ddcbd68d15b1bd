/** A field removes invisible characters and says which. */
import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import './field.ts';
import type { FkField } from './field.ts';

async function typed(
  field: FkField,
  text: string,
): Promise<{ readonly value: string; readonly shown: string; readonly says: string }> {
  let value = '';
  field.addEventListener('fk-input', (event) => (value = event.value), { once: true });
  const control = field.renderRoot.querySelector<HTMLInputElement>('#control')!;
  control.value = text;
  control.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await field.updateComplete;
  return { value, shown: control.value, says: field.renderRoot.querySelector('#removed')?.textContent ?? '' };
}

describe('fk-field', () => {
  it('removes invisible characters from a name, lists them, and keeps dashes', async () => {
    const field = await fixture<FkField>(html`<fk-field label="Name" name="name"></fk-field>`);
    const first = await typed(field, 'Lobby \u200b1–3');
    expect(first).to.deep.equal({ value: 'Lobby 1–3', shown: 'Lobby 1–3', says: 'Removed or replaced: U+200B' });
    await expect(field).to.be.accessible();
    expect((await typed(field, 'Lobby 1–4')).says).to.equal('');
    // The value is unchanged, but the control must show it.
    expect(await typed(field, 'Lobby 1–4\u202e')).to.include({ shown: 'Lobby 1–4', value: 'Lobby 1–4' });
  });

  it('replaces typographic characters in a key by plain ones', async () => {
    const field = await fixture<FkField>(html`<fk-field secret label="API key" name="key" issued></fk-field>`);
    expect(await typed(field, '\u202aab–1\u202c')).to.include({ value: 'ab-1', shown: 'ab-1' });
  });

  it('turns off autocorrection and capitals of the keyboard for an ID, in one line or in several', async () => {
    for (const kind of ['text', 'textarea'] as const) {
      const field = await fixture<FkField>(html`<fk-field label="IDs" name="ids" mono .kind=${kind}></fk-field>`);
      const control = field.renderRoot.querySelector('#control')!;
      expect(['autocapitalize', 'autocorrect', 'spellcheck'].map((name) => control.getAttribute(name))).to.deep.equal([
        'off',
        'off',
        'false',
      ]);
    }
  });

  it('keeps a passphrase as typed, because it has to match later', async () => {
    const field = await fixture<FkField>(html`<fk-field secret label="Passphrase" name="passphrase"></fk-field>`);
    expect(await typed(field, 'grey–heron\u00a0“x”')).to.include({ value: 'grey–heron\u00a0“x”', says: '' });
  });

  it('shows nothing of a secret that its page takes away as soon as it is pasted', async () => {
    const field = await fixture<FkField>(
      html`<fk-field secret label="Key" name="key" @fk-input=${(event: Event) => ((event.currentTarget as FkField).value = '')}></fk-field>`,
    );
    await typed(field, 'SharedAccessKey=abc');
    expect([field.value, field.renderRoot.querySelector<HTMLInputElement>('#control')!.value]).to.deep.equal(['', '']);
  });
});
