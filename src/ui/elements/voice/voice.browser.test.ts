/** What a screen reader is told of what appears: from a live region that stood there before the words came, once, and inside the dialog that is open. */
import { expect, fixture } from '@open-wc/testing';
import { LitElement, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { a11ySnapshot } from '@web/test-runner-commands';
import { until } from '../../../../test/support/until.ts';
import '../dialog/dialog.ts';
import '../notice/notice.ts';
import '../skeleton/skeleton.ts';
import './voice.ts';

@customElement('test-room')
class TestRoom extends LitElement {
  protected override render(): TemplateResult {
    return html`<slot></slot><fk-voice></fk-voice>`;
  }
}

const regionsOf = (host: Element): HTMLElement[] => [
  ...host.shadowRoot!.querySelector('fk-voice')!.shadowRoot!.querySelectorAll<HTMLElement>('[role]'),
];
const saidBy = (host: Element): (string | undefined)[] => regionsOf(host).map(({ textContent }) => textContent?.trim());
const said = (node: Element): Element[] => [
  ...node.shadowRoot!.querySelectorAll('[role=status], [role=alert], [aria-live]'),
];

async function room(content: TemplateResult): Promise<TestRoom> {
  const shown = await fixture<TestRoom>(html`<test-room>${content}</test-room>`);
  await until(() => regionsOf(shown).length === 2);
  return shown;
}

interface Seen {
  readonly role?: string;
  readonly name?: string;
  readonly children?: readonly Seen[];
}
const textsOf = ({ name = '', children = [] }: Seen): string[] => [name, ...children.flatMap(textsOf)];

describe('what appears is read out', () => {
  it('by a region that was there before the words, an urgent one by the one that interrupts', async () => {
    const shown = await room(html``);
    const before = regionsOf(shown);
    expect(before.map((region) => region.getAttribute('role'))).to.deep.equal(['status', 'alert']);
    const changes: [region: Node, words: string][] = [];
    const watch = new MutationObserver((list) => {
      for (const { target, addedNodes } of list)
        for (const node of addedNodes) if (node instanceof HTMLElement) changes.push([target, node.innerText]);
    });
    for (const region of before) watch.observe(region, { childList: true, subtree: true });
    for (const [text, urgent] of [
      ['Saved on this phone.', false],
      ['Stay on this screen.', true],
    ] as const) {
      const notice = document.createElement('fk-notice');
      Object.assign(notice, { text, urgent });
      shown.append(notice);
      await notice.updateComplete;
      expect(said(notice), 'no live region is made together with its words').to.deep.equal([]);
    }
    await until(() => changes.length === 2);
    watch.disconnect();
    expect(regionsOf(shown)).to.deep.equal(before);
    expect(changes).to.deep.equal([
      [before[0], 'Saved on this phone.'],
      [before[1], 'Stay on this screen.'],
    ]);
    const tree = (await a11ySnapshot({})) as unknown as Seen;
    // On the screen and in its region.
    expect(textsOf(tree).filter((name) => name.includes('Stay on this screen.')).length).to.be.greaterThan(1);
  });

  it('again when it changes, and the same words again when they come again', async () => {
    const shown = await room(html`<fk-notice text="No answer."></fk-notice>`);
    await until(() => saidBy(shown)[0] === 'No answer.');
    const first = regionsOf(shown)[0]!.firstElementChild;
    const notice = shown.querySelector('fk-notice')!;
    notice.text = '';
    await notice.updateComplete;
    notice.text = 'No answer.';
    await until(() => regionsOf(shown)[0]!.firstElementChild !== first);
    expect(saidBy(shown)[0]).to.equal('No answer.');
  });

  it('once, where it is inside a live region already', async () => {
    const shown = await room(
      html`<div aria-live="polite"><fk-notice text="Fix 1 value."></fk-notice></div><fk-notice text="Offline."></fk-notice>`,
    );
    await until(() => saidBy(shown)[0] !== '');
    expect(saidBy(shown)).to.deep.equal(['Offline.', '']);
  });

  it('inside the dialog that is open, since all behind it is silent', async () => {
    const shown = await room(html`<fk-dialog heading="Key"><fk-notice text="Enter the key."></fk-notice></fk-dialog>`);
    await until(() => saidBy(shown)[0] === 'Enter the key.');
    const dialog = shown.querySelector('fk-dialog')!;
    dialog.open = true;
    await dialog.updateComplete;
    shown.querySelector('fk-notice')!.text = 'Wrong key.';
    await until(() => saidBy(dialog)[0] === 'Wrong key.');
    expect(saidBy(shown)[0]).not.to.equal('Wrong key.');
    dialog.open = false;
  });

  it('what is being loaded, to who waits', async () => {
    const shown = await room(html`<fk-skeleton label="Loading the page"></fk-skeleton>`);
    const [region] = said(shown.querySelector('fk-skeleton')!);
    expect(region?.textContent?.trim()).to.equal('');
    await until(() => region?.textContent?.trim() === 'Loading the page');
  });
});
