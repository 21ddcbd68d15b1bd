/** A failed call to the backend: one sentence, one action, and the technical message under Details. */
import { expect, html } from '@open-wc/testing';
import type { BackendFailureKind } from '../../domain/backend-failure.ts';
import { place, settled } from '../../../test/support/page-place.ts';
import { action, readable, visibleIn, withWords } from '../../../test/support/roles.ts';
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

/** The names of its buttons and links. */
const offered = (one: FkFailure): string[] =>
  visibleIn(one).flatMap(({ computedRole: role, computedName: name }) =>
    role === 'button' || role === 'link' ? [name] : [],
  );
const linkIn = (one: FkFailure, words: string) => action(one, words) as HTMLAnchorElement;

describe('the message for a failed request', () => {
  it('leads to the account if its vendor is wrong, by a link that looks like a button', async () => {
    const one = await place<FkFailure>(html`<fk-failure .failure=${failed('mediaType')}></fk-failure>`);
    expect(offered(one)).to.deep.equal([failureActions.account]);
    const link = linkIn(one, failureActions.account);
    expect(link.getAttribute('href')).to.equal('/more');
    expect(link.getBoundingClientRect().height).to.be.at.least(40);
    expect(readable(one)).to.contain('HTTP 415: said so').and.to.contain('too long');
  });

  it('asks the shell for the key, and the page for a retry', async () => {
    const messages: string[] = [];
    const listen = (event: Event): void => void messages.push(event.type);
    const one = await place<FkFailure>(
      html`<fk-failure retry .failure=${failed('key')} @fk-ask-key=${listen} @fk-again=${listen}></fk-failure>`,
    );
    action(one, failureActions.key).click();
    one.failure = failed('server');
    await settled(one);
    action(one, failureActions.again).click();
    expect(messages).to.deep.equal(['fk-ask-key', 'fk-again']);
  });

  it('opens the sign-in page of a portal, before the backend or before this address, in a new tab', async () => {
    const one = await place<FkFailure>(
      html`<fk-failure retry .failure=${{ ...failed('portal'), address: 'https://backend.example/legacy' }}></fk-failure>`,
    );
    expect(offered(one)).to.deep.equal([failureActions.again, failureActions.signIn]);
    const { href, target } = linkIn(one, failureActions.signIn);
    expect([href, target]).to.deep.equal(['https://backend.example/legacy', '_blank']);
    one.failure = { ...failed('portal'), address: `${location.origin}/legacy` };
    await settled(one);
    expect(linkIn(one, failureActions.signIn).href).to.equal(`${location.origin}/legacy?sign-in=`);
  });

  it('offers no retry if the page has none, and no action if nothing helps', async () => {
    const one = await place<FkFailure>(html`<fk-failure .failure=${failed('server')}></fk-failure>`);
    expect(offered(one)).to.deep.equal([]);
    expect(visibleIn(one).filter(({ slot }) => slot === 'action')).to.deep.equal([]);
    Object.assign(one, { failure: failed('forbidden'), retry: true, says: null });
    await settled(one);
    expect(offered(one)).to.deep.equal([]);
    expect(withWords(one, failureWords.forbidden.says).textContent).to.equal(failureWords.forbidden.says);
  });
});
