/** One form: its table of fields, its draft, its faults, and what happens when it is submitted. */
import { expect } from '@open-wc/testing';
import { LitElement, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { action, focused, place, readable, settled } from '../../../test/support/page-place.ts';
import { field, fill } from '../../../test/support/roles.ts';
import { scriptedDrafts, scriptedServices } from '../../../test/support/scripted-services.ts';
import { draftText } from '../../domain/draft-text.ts';
import type { Drafts } from '../../use-cases/drafts/drafts.ts';
import '../elements/basics.ts';
import { draftStrings } from '../strings/drafts.ts';
import { FormController } from './form-controller.ts';

const KINDS = ['lamp', 'door'].map((value) => ({ value, label: value }));

@customElement('test-form')
class TestForm extends LitElement {
  @property({ attribute: false }) drafts: Drafts | undefined;
  submitted: unknown[] = [];
  changes: string[] = [];
  left: string[] = [];
  work: Promise<void> | undefined;
  readonly form = new FormController(this, {
    first: { kind: 'lamp', name: '', door: '', loud: 'false', tags: '', code: '', key: '' },
    fields: {
      kind: { kind: 'select', label: 'Kind', options: KINDS },
      name: { label: 'Name', take: (typed) => typed.replace('mailto:', '') },
      door: { label: ({ name }) => `Door of ${name}`, when: ({ kind }) => kind === 'door' },
      loud: { kind: 'check', label: 'Loud' },
      tags: { kind: 'list', label: 'Tags', options: KINDS },
      code: { label: 'Code', transient: true },
      key: { label: 'Key', secret: true },
    },
    faults: ({ name, key }) => ({ name: name === '' ? 'No name' : '', key: key === 'wrong' ? 'Wrong key' : '' }),
    draft: { drafts: () => this.drafts, of: () => 'form' },
    changed: (name) => this.changes.push(name),
    left: (name) => this.left.push(name),
    submit: (texts) => {
      this.submitted.push(texts);
      this.form.dropSecrets();
      return this.work;
    },
  });

  protected override render(): TemplateResult {
    return html`<form novalidate @submit=${this.form.submit}>
      ${this.form.renderRestored()} ${this.form.rows()}
      <fk-button type="submit" .busy=${this.form.isBusy}>Save</fk-button>
    </form>`;
  }
}

@customElement('test-row-form')
class TestRowForm extends LitElement {
  @property({ attribute: false }) drafts: Drafts | undefined;
  @property({ attribute: false }) row = { id: 'a', name: 'North', note: '' };
  readonly form = new FormController(this, {
    first: () => ({ name: this.row.name, note: this.row.note }),
    fields: { name: { label: 'Name' }, note: { label: 'Note' } },
    faults: ({ note }) => ({ note: note.length > 3 ? 'Too long' : '' }),
    showsFaultsAtOnce: true,
    draft: { drafts: () => this.drafts, of: () => `row-${this.row.id}` },
  });

  protected override render(): TemplateResult {
    return html`${this.form.renderRestored()}${this.form.rows('name', 'note')}`;
  }
}

@customElement('test-older-form')
class TestOlderForm extends LitElement {
  @property({ attribute: false }) drafts: Drafts | undefined;
  readonly form = new FormController(this, {
    first: { orderId: '' },
    fields: { orderId: { label: 'Order' } },
    draft: {
      drafts: () => this.drafts,
      of: () => 'older',
      as: {
        schema: z.object({ typed: draftText }),
        read: ({ orderId }) => ({ typed: orderId }),
        restore: ({ typed }) => ({ orderId: typed }),
      },
    },
  });

  protected override render(): TemplateResult {
    return html`${this.form.renderRestored()}${this.form.rows()}`;
  }
}

const { drafts } = scriptedServices();
const open = (): Promise<TestForm> => place<TestForm>(html`<test-form .drafts=${drafts}></test-form>`);
const openRow = (): Promise<TestRowForm> => place<TestRowForm>(html`<test-row-form .drafts=${drafts}></test-row-form>`);
const stored = (of: string): unknown => scriptedDrafts.get(of)?.draft;

describe('a form that is drawn from a table of fields', () => {
  it('draws a field only while its row in the table allows it, with words that depend on what was typed', async () => {
    const form = await open();
    expect(readable(form)).not.to.contain('Door of');
    fill(form, 'Name', 'hall');
    fill(form, 'Kind', 'door');
    await settled(form);
    expect(readable(form)).to.contain('Door of hall');
  });

  it('reports each change once, and lets no event of its fields out', async () => {
    const form = await open();
    const outside: string[] = [];
    for (const type of ['fk-input', 'fk-change']) form.addEventListener(type, () => outside.push(type));
    fill(form, 'Name', 'hall');
    fill(form, 'Kind', 'door');
    await settled(form);
    expect(form.changes).to.deep.equal(['name', 'kind']);
    expect(form.left).to.deep.equal(['name', 'kind']);
    expect(outside).to.deep.equal([]);
  });

  it("keeps of a typed text the part that the field's row in the table accepts", async () => {
    const form = await open();
    fill(form, 'Name', 'mailto:hall');
    await settled(form);
    expect(form.form.texts.name).to.equal('hall');
    expect(field(form, 'Name').value).to.equal('hall');
  });

  it('shows faults after the first attempt and then with each keystroke, and focuses the first', async () => {
    const form = await open();
    fill(form, 'Key', 'wrong');
    await settled(form);
    expect(readable(form)).not.to.contain('Wrong key');
    action(form, 'Save').click();
    await settled(form);
    expect(readable(form)).to.contain('No name').and.to.contain('Wrong key');
    expect(focused()).to.equal(field(form, 'Name'));
    expect(form.submitted).to.deep.equal([]);
    fill(form, 'Name', 'hall');
    await settled(form);
    expect(readable(form)).not.to.contain('No name');
    action(form, 'Save').click();
    await settled(form);
    expect(focused()).to.equal(field(form, 'Key'));
  });

  it('shows the faults of a field at once where the table requires that', async () => {
    const form = await openRow();
    fill(form, 'Note', 'long');
    await settled(form);
    expect(readable(form)).to.contain('Too long');
  });

  it('is submitted only once while the submission is in progress', async () => {
    const form = await open();
    let finish!: () => void;
    form.work = new Promise((resolve) => (finish = resolve));
    fill(form, 'Name', 'hall');
    action(form, 'Save').click();
    await settled(form);
    expect(form.form.isBusy).to.equal(true);
    void form.form.submit();
    expect(form.submitted).to.have.length(1);
    finish();
    await settled(form);
    expect(form.form.isBusy).to.equal(false);
  });
});

describe('a secret in a form', () => {
  it('is removed from the form when it was sent', async () => {
    const form = await open();
    fill(form, 'Name', 'hall');
    fill(form, 'Key', 'swordfish');
    action(form, 'Save').click();
    await settled(form);
    expect(form.submitted).to.have.length(1);
    expect(form.submitted[0]).to.include({ name: 'hall', key: 'swordfish' });
    expect(form.form.texts.key).to.equal('');
    expect(field(form, 'Key').value).to.equal('');
  });

  it('is removed from the form together with the element, and is in no draft', async () => {
    const form = await open();
    fill(form, 'Name', 'hall');
    fill(form, 'Key', 'swordfish');
    await settled(form);
    form.remove();
    expect(form.form.texts).to.include({ name: 'hall', key: '' });
    expect(JSON.stringify([...scriptedDrafts])).not.to.contain('swordfish');
  });
});

describe('the draft of a form', () => {
  it('contains the value of each field by its kind, and is restored', async () => {
    const form = await open();
    fill(form, 'Name', 'hall');
    fill(form, 'Code', 'a code');
    form.form.change({ loud: 'true', tags: 'lamp,door' });
    await settled(form);
    form.remove();
    const tags = ['lamp', 'door'];
    expect(stored('form')).to.deep.equal({ kind: 'lamp', name: 'hall', door: '', loud: true, tags });
    const again = await open();
    expect(readable(again)).to.contain(draftStrings.discard);
    expect(again.form.texts).to.deep.include({ name: 'hall', loud: 'true', tags: 'lamp,door', code: '' });
    action(again, draftStrings.discard).click();
    await settled(again);
    expect(again.form.texts).to.include({ name: '', loud: 'false', tags: '' });
    expect(stored('form')).to.equal(undefined);
  });

  it('is removed when the form was submitted', async () => {
    const form = await open();
    fill(form, 'Name', 'hall');
    await settled(form);
    form.form.settled();
    form.remove();
    expect(stored('form')).to.equal(undefined);
  });

  it('contains only values that differ from the stored row that the form edits', async () => {
    const form = await openRow();
    fill(form, 'Note', 'new');
    fill(form, 'Name', ' North ');
    await settled(form);
    form.remove();
    expect(stored('row-a')).to.deep.equal({ note: 'new' });
    const again = await openRow();
    expect(again.form.texts).to.deep.equal({ name: 'North', note: 'new' });
  });

  it('has the same stored shape as in versions before the table of fields', async () => {
    const opened = (): Promise<TestOlderForm> =>
      place<TestOlderForm>(html`<test-older-form .drafts=${drafts}></test-older-form>`);
    const form = await opened();
    fill(form, 'Order', '4711');
    await settled(form);
    form.remove();
    expect(stored('older')).to.deep.equal({ typed: '4711' });
    expect((await opened()).form.texts.orderId).to.equal('4711');
  });
});

describe('a form that edits a stored row', () => {
  it('shows the new values of the row where nothing was typed, or what was typed has been saved', async () => {
    const form = await openRow();
    fill(form, 'Note', 'new');
    await settled(form);
    form.row = { id: 'a', name: 'South', note: '' };
    await settled(form);
    expect(form.form.texts).to.deep.equal({ name: 'South', note: 'new' });
    form.row = { id: 'a', name: 'South', note: 'new' };
    await settled(form);
    form.row = { id: 'a', name: 'South', note: 'old' };
    await settled(form);
    expect(form.form.texts.note).to.equal('old');
  });
});
