/** What is typed into a form is stored soon, restored before the form is drawn, and removed when it is of no use any more. */
import { expect } from '@open-wc/testing';
import { LitElement, html, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { action, hasAction, place, readable, settled } from '../../../test/support/page-place.ts';
import { scriptedDrafts, scriptedServices } from '../../../test/support/scripted-services.ts';
import { until } from '../../../test/support/until.ts';
import { draftText, optionalDraftText } from '../../domain/draft-text.ts';
import type { Drafts } from '../../use-cases/drafts/drafts.ts';
import { renderRestored } from '../shared/restored-draft.ts';
import type { SayEvent } from '../shared/say.ts';
import { draftStrings } from '../strings/drafts.ts';
import { dateTime } from '../language/times.ts';
import { DraftController } from './draft-controller.ts';

@customElement('test-draft-form')
class TestDraftForm extends LitElement {
  @property({ attribute: false }) drafts: Drafts | undefined;
  @property({ attribute: false }) of: string | null = 'form';
  /** The stored value of the name, of which the draft holds only a change. */
  @property({ attribute: false }) shown = '';
  @state() name = '';
  @state() secret = '';
  @state() others: { readonly alias?: string; readonly place?: string } = {};
  readonly draft = new DraftController(this, () => this.drafts, {
    of: () => this.of,
    schema: z.object({ name: draftText, alias: optionalDraftText, place: optionalDraftText }),
    // A form may pass more than its schema names.
    read: () => ({ name: this.name === this.shown ? '' : this.name, secret: this.secret, ...this.others }),
    restore: ({ name }) => (this.name = name),
    maxLength: 50,
  });

  protected override render(): TemplateResult {
    return html`${renderRestored(this, this.draft)}<p>${this.name}</p>`;
  }
}

const { drafts } = scriptedServices();
const openOf = (of: string | null, its: Drafts | undefined) =>
  place<TestDraftForm>(html`<test-draft-form .drafts=${its} .of=${of}></test-draft-form>`);
const open = (of = 'form') => openOf(of, drafts);
/** Returns a getter of the last message of the form. */
function said(form: TestDraftForm): () => SayEvent {
  let last: SayEvent | null = null;
  form.addEventListener('fk-say', (event: SayEvent) => (last = event));
  return () => last!;
}
const stored = (of = 'form'): unknown => scriptedDrafts.get(of)?.draft;

describe('the draft of a form', () => {
  it('is stored soon after somebody has typed, with the fields of its schema alone', async () => {
    const form = await open();
    form.name = 'Friday';
    form.secret = 'swordfish';
    const typedAtMs = performance.now();
    await until(() => scriptedDrafts.size > 0);
    expect(performance.now() - typedAtMs).to.be.lessThan(1000);
    expect(stored()).to.deep.equal({ name: 'Friday' });
  });

  it('contains no line with a secret that was pasted', async () => {
    const form = await open();
    form.name = 'Friday\nSharedAccessKey=swordfish';
    await settled(form);
    form.remove();
    expect(stored()).to.deep.equal({ name: 'Friday' });
  });

  for (const [leaving, leave] of Object.entries({
    'the page is thrown away': () => dispatchEvent(new Event('pagehide')),
    'the page is hidden': () => document.dispatchEvent(new Event('visibilitychange')),
    'its element is removed': (form: Element) => form.remove(),
  }))
    it(`is stored at once when ${leaving}`, async () => {
      const form = await open();
      form.name = 'Friday';
      await settled(form);
      leave(form);
      expect(stored()).to.deep.equal({ name: 'Friday' });
    });

  it('keeps its stored content when the form changes after its element was removed', async () => {
    const form = await open();
    form.name = 'Friday';
    await settled(form);
    form.name = 'Monday';
    form.remove();
    await settled(form);
    // A change that another form makes later waits as long to be stored.
    const later = await open('later');
    later.name = 'Sunday';
    await until(() => stored('later') !== undefined);
    expect(stored()).to.deep.equal({ name: 'Friday' });
  });

  it('is stored when another field of the form takes the same text', async () => {
    const form = await open();
    form.others = { alias: 'Friday' };
    await settled(form);
    form.others = { place: 'Friday' };
    await settled(form);
    form.remove();
    expect(stored()).to.deep.equal({ name: '', place: 'Friday' });
  });

  it('is removed when the form of another subject was submitted, and the open one keeps its own', async () => {
    scriptedDrafts.set('other', { atMs: 5, draft: { name: 'Monday' } });
    const form = await open();
    form.name = 'Friday';
    await settled(form);
    form.draft.remove('other');
    form.remove();
    expect([...scriptedDrafts.keys()]).to.deep.equal(['form']);
  });

  it('is restored when the form is first drawn, with the time at which it was typed', async () => {
    scriptedDrafts.set('form', { atMs: 5, draft: { name: 'Friday' } });
    const form = await open();
    expect(readable(form))
      .to.contain('Friday')
      .and.to.contain(draftStrings.restored(dateTime(5)));
  });

  it('is not restored if it cannot be read, or is equal to what the form shows anyway', async () => {
    for (const draft of [7, null, { name: '' }, { name: 7 }]) {
      scriptedDrafts.set('form', { atMs: 5, draft });
      expect(hasAction(await open(), draftStrings.discard), JSON.stringify(draft)).to.equal(false);
    }
  });

  it('is removed when the form is emptied by hand', async () => {
    scriptedDrafts.set('form', { atMs: 5, draft: { name: 'Friday' } });
    const form = await open();
    form.name = '';
    await settled(form);
    form.remove();
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('is removed when the form was submitted, and stored again only once something is typed', async () => {
    scriptedDrafts.set('form', { atMs: 5, draft: { name: 'Friday' } });
    const form = await open();
    form.name = 'Monday';
    form.draft.remove();
    await settled(form);
    dispatchEvent(new Event('pagehide'));
    expect([...scriptedDrafts]).to.deep.equal([]);
    form.name = 'Tuesday';
    await settled(form);
    form.remove();
    expect(stored()).to.deep.equal({ name: 'Tuesday' });
  });

  it('is discarded on request, and comes back with Undo, on its page and after it was left', async () => {
    for (const isLeft of [false, true]) {
      scriptedDrafts.set('form', { atMs: 5, draft: { name: 'Friday' } });
      const form = await open();
      let undo: (() => void) | null = null;
      form.addEventListener('fk-say', (event: SayEvent) => (undo = event.undo));
      action(form, draftStrings.discard).click();
      await settled(form);
      expect(form.name).to.equal('');
      expect([...scriptedDrafts]).to.deep.equal([]);
      if (isLeft) form.remove();
      undo!();
      await settled(form);
      form.remove();
      expect(stored()).to.deep.equal({ name: 'Friday' });
    }
  });

  it('is removed, and not announced as restored, if it holds only what the form shows anyway', async () => {
    scriptedDrafts.set('form', { atMs: 5, draft: { name: 'Friday' } });
    const form = await place<TestDraftForm>(
      html`<test-draft-form .drafts=${drafts} .shown=${'Friday'}></test-draft-form>`,
    );
    expect(hasAction(form, draftStrings.discard)).to.equal(false);
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('is no longer announced as restored when every restored text was put back', async () => {
    scriptedDrafts.set('form', { atMs: 5, draft: { name: 'Friday' } });
    const form = await open();
    form.name = '';
    await until(() => scriptedDrafts.size === 0);
    await settled(form);
    expect(hasAction(form, draftStrings.discard)).to.equal(false);
  });

  it('comes back with Undo into the same form after that was opened again', async () => {
    scriptedDrafts.set('form', { atMs: 5, draft: { name: 'Friday' } });
    const left = await open();
    const discarded = said(left);
    action(left, draftStrings.discard).click();
    left.remove();
    const form = await open();
    expect(form.name).to.equal('');
    expect(discarded().undo!()).to.equal(null);
    await settled(form);
    expect(readable(form))
      .to.contain('Friday')
      .and.to.contain(draftStrings.restored(dateTime(5)));
    form.remove();
    expect(stored()).to.deep.equal({ name: 'Friday' });
  });

  for (const [where, move] of Object.entries({
    'in the open form': async (form: TestDraftForm) => form,
    'in the form that was opened since': async (form: TestDraftForm) => {
      form.remove();
      return open();
    },
  }))
    it(`is exchanged by Undo with what was typed since ${where}, and exchanged again by Undo`, async () => {
      scriptedDrafts.set('form', { atMs: 5, draft: { name: 'Friday' } });
      const left = await open();
      const discarded = said(left);
      action(left, draftStrings.discard).click();
      const form = await move(left);
      form.name = 'Monday';
      await settled(form);
      const exchanged = discarded().undo!() as SayEvent;
      await settled(form);
      expect(form.name).to.equal('Friday');
      expect(exchanged.message).to.equal(draftStrings.exchanged);
      exchanged.undo!();
      await settled(form);
      form.remove();
      expect(stored()).to.deep.equal({ name: 'Monday' });
    });

  it('is exchanged by Undo with a newer draft that is stored but not shown', async () => {
    scriptedDrafts.set('form', { atMs: 5, draft: { name: 'Friday' } });
    const form = await open();
    const discarded = said(form);
    action(form, draftStrings.discard).click();
    form.name = 'Monday';
    await settled(form);
    form.remove();
    const exchanged = discarded().undo!() as SayEvent;
    expect(stored()).to.deep.equal({ name: 'Friday' });
    expect((exchanged.undo!() as SayEvent).message).to.equal(draftStrings.exchanged);
    expect(stored()).to.deep.equal({ name: 'Monday' });
  });

  it('is reported as too long to be kept, until it is short enough', async () => {
    const form = await open();
    form.name = 'F'.repeat(60);
    await until(() => readable(form).includes(draftStrings.tooLong));
    expect([...scriptedDrafts]).to.deep.equal([]);
    form.name = 'Friday';
    await until(() => scriptedDrafts.size > 0);
    await settled(form);
    expect(readable(form)).not.to.contain(draftStrings.tooLong);
  });

  it('for one device is not shown for another, and is stored before the form changes to the other', async () => {
    const form = await open('form-a');
    form.name = 'Friday';
    await settled(form);
    form.of = 'form-b';
    form.name = '';
    await settled(form);
    expect(stored('form-a')).to.deep.equal({ name: 'Friday' });
    expect(form.name).to.equal('');
    form.of = 'form-a';
    await settled(form);
    expect(form.name).to.equal('Friday');
  });

  it('in one account is not shown in another', async () => {
    const form = await open();
    form.name = 'Friday';
    await settled(form);
    const others: unknown[] = [];
    form.name = '';
    form.drafts = { load: () => null, store: (...row) => void others.push(row) };
    await settled(form);
    form.remove();
    expect(others).to.deep.equal([]);
    expect(stored()).to.deep.equal({ name: 'Friday' });
  });

  it('is neither loaded nor stored while the form has no subject or no account is open', async () => {
    for (const [of, its] of [
      [null, drafts],
      ['form', undefined],
    ] as const) {
      const form = await openOf(of, its);
      form.name = 'Friday';
      await settled(form);
      form.remove();
    }
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('does not replace what another window has stored if nothing was typed here', async () => {
    scriptedDrafts.set('form', { atMs: 5, draft: { name: 'Friday' } });
    const form = await open();
    scriptedDrafts.set('form', { atMs: 6, draft: { name: 'Typed elsewhere' } });
    form.requestUpdate();
    await settled(form);
    form.remove();
    expect(stored()).to.deep.equal({ name: 'Typed elsewhere' });
  });
});
