/** Screen readers announce new notices once, through a live region that existed before its text. */
import { expect, fixture } from '@open-wc/testing';
import { a11ySnapshot } from '@web/test-runner-commands';
import { html } from 'lit';
import { until } from '../../../../test/support/until.ts';
import '../skeleton/skeleton.ts';
import type { FkNotice } from './notice.ts';
import './notice.ts';

const regionsOf = (host: Element): Element[] => [
  ...host.shadowRoot!.querySelectorAll('[role=status], [role=alert], [aria-live]'),
];
const wordsOf = (region: Element | undefined): string | undefined => region?.textContent?.trim();

interface Seen {
  readonly role?: string;
  readonly name?: string;
  readonly children?: readonly Seen[];
}
const namesOf = ({ name = '', children = [] }: Seen): string[] => [name, ...children.flatMap(namesOf)];

describe('a new notice', () => {
  for (const [urgent, role] of [
    [false, 'status'],
    [true, 'alert'],
  ] as const) {
    it(`is announced by a live region that existed before the text: ${role}`, async () => {
      const notice = await fixture<FkNotice>(
        html`<fk-notice .urgent=${urgent} text="Stay on this screen."></fk-notice>`,
      );
      const [region, ...others] = regionsOf(notice);
      expect(others).to.deep.equal([]);
      expect(region!.getAttribute('role')).to.equal(role);
      expect(wordsOf(region), 'seen at once, and not in the region that is new').to.equal('');
      expect(notice.shadowRoot!.querySelector('p')!.innerText).to.equal('Stay on this screen.');
      await until(() => wordsOf(region) === 'Stay on this screen.');
      expect(regionsOf(notice)).to.deep.equal([region]);
      expect(notice.shadowRoot!.querySelector('p')!.innerText).to.equal('Stay on this screen.');
      const tree = (await a11ySnapshot({})) as unknown as Seen;
      expect(namesOf(tree).filter((name) => name === 'Stay on this screen.')).to.have.length(1);
      notice.text = 'Saved.';
      await notice.updateComplete;
      expect(wordsOf(region)).to.equal('');
      await until(() => wordsOf(region) === 'Saved.');
    });
  }

  it('is announced once when it is inside a live region', async () => {
    const around = await fixture(html`<div aria-live="polite"><fk-notice text="Fix 1 value."></fk-notice></div>`);
    const notice = around.querySelector('fk-notice')!;
    expect(regionsOf(notice)).to.deep.equal([]);
    expect(notice.shadowRoot!.querySelector('p')!.innerText).to.equal('Fix 1 value.');
  });

  it('is announced while the page loads something, too', async () => {
    const skeleton = await fixture(html`<fk-skeleton label="Loading the page"></fk-skeleton>`);
    const [region] = regionsOf(skeleton);
    expect(wordsOf(region)).to.equal('');
    await until(() => wordsOf(region) === 'Loading the page');
  });
});
