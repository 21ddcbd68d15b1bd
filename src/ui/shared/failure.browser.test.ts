/** A failed call to the backend: one sentence, one action, and the technical message under Details. */
import { expect, html } from '@open-wc/testing';
import type { BackendFailureKind } from '../../domain/backend-failure.ts';
import { inside, place } from '../../../test/support/page-place.ts';
import { failureActions, failureWords } from '../strings/failures.ts';
import type { FkFailure } from './failure.ts';
import './failure.ts';

const failed = (kind: BackendFailureKind) => ({
  kind,
  status: 415,
  message: 'said so',
  fields: [{ field: 'alias', message: 'too long' }],
  retryAfterMs: null,
});

const buttons = (one: FkFailure) => [...one.shadowRoot!.querySelectorAll('fk-button')];

describe('fk-failure', () => {
  it('leads to the account if its vendor is wrong, by a link that looks like a button', async () => {
    const one = await place<FkFailure>(html`<fk-failure .failure=${failed('mediaType')}></fk-failure>`);
    const [account] = buttons(one);
    expect(account!.textContent).to.equal(failureActions.account);
    await account!.updateComplete;
    const link = inside<HTMLAnchorElement>(account, 'a');
    expect(link.getAttribute('href')).to.equal('/more');
    expect(link.getBoundingClientRect().height).to.be.at.least(40);
    expect(one.shadowRoot!.textContent).to.contain('HTTP 415: said so').and.to.contain('too long');
  });

  it('asks the shell for the key, and the page for a retry', async () => {
    const messages: string[] = [];
    const listen = (event: Event): void => void messages.push(event.type);
    const one = await place<FkFailure>(
      html`<fk-failure retry .failure=${failed('key')} @fk-ask-key=${listen} @fk-again=${listen}></fk-failure>`,
    );
    buttons(one)[0]!.click();
    one.failure = failed('server');
    await one.updateComplete;
    buttons(one)[0]!.click();
    expect(messages).to.deep.equal(['fk-ask-key', 'fk-again']);
  });

  it('opens the sign-in page of a portal, before the backend or before this address, in a new tab', async () => {
    const one = await place<FkFailure>(
      html`<fk-failure retry .failure=${{ ...failed('portal'), address: 'https://backend.example/legacy' }}></fk-failure>`,
    );
    expect(buttons(one).map((button) => button.textContent)).to.deep.equal([
      failureActions.again,
      failureActions.signIn,
    ]);
    const link = async (): Promise<HTMLAnchorElement> => {
      await one.updateComplete;
      const button = buttons(one).at(-1)!;
      await button.updateComplete;
      return inside<HTMLAnchorElement>(button, 'a');
    };
    expect([(await link()).href, (await link()).target]).to.deep.equal(['https://backend.example/legacy', '_blank']);
    one.failure = { ...failed('portal'), address: `${location.origin}/legacy` };
    expect((await link()).href).to.equal(`${location.origin}/legacy?sign-in=`);
  });

  it('offers no retry if the page has none, and no action if nothing helps', async () => {
    const one = await place<FkFailure>(html`<fk-failure .failure=${failed('server')}></fk-failure>`);
    expect(buttons(one)).to.have.length(0);
    expect(one.shadowRoot!.querySelector('[slot="action"]')).to.equal(null);
    Object.assign(one, { failure: failed('forbidden'), retry: true, says: null });
    await one.updateComplete;
    expect(buttons(one)).to.have.length(0);
    expect(inside<HTMLElement & { text: string }>(one, 'fk-notice').text).to.equal(failureWords.forbidden.says);
  });
});
