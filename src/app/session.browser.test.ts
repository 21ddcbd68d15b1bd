/** What opens and closes with an account, over the registry and the databases of this browser, with the real sandbox. */
import { expect } from '@open-wc/testing';
import { until } from '../../test/support/until.ts';
import { onAccountChange } from '../ui/shared/account-state.ts';
import { PRACTICE_CACHE, selectionKey } from '../names.ts';
import type { OfferedServices } from './account.ts';
import { openSession } from './session.ts';

/** One window; `shown` are the services that the screens have got, newest last. */
async function openWindow() {
  const shown: (OfferedServices | null)[] = [];
  const errors: unknown[] = [];
  let practised = 0;
  const opened = await openSession({
    show: (services) => void shown.push(services),
    onPractice: () => (practised += 1),
    onPrepare: () => undefined,
    onClosed: (error) => void errors.push(error),
    onTrouble: (error) => void errors.push(error),
  });
  return { ...opened, shown, errors, practised: () => practised };
}

const accounts: (string | null)[] = [];
onAccountChange((accountId) => void accounts.push(accountId));

describe('The session of a window', () => {
  it('shows no services before it was started, and forgets the selection of a removed account afterwards', async () => {
    sessionStorage.setItem(selectionKey('removed'), 'b1');
    const here = await openWindow();
    expect([here.shown, accounts, here.practice(), here.practicePanel()]).to.deep.equal([[], [], null, null]);
    await here.start();
    expect([here.shown, here.errors]).to.deep.equal([[], []]);
    expect(sessionStorage.getItem(selectionKey('removed')), 'the selection of a removed account').to.equal(null);
  });

  it('opens practice with its panel, again with its selection in the next window, and keeps nothing of it once removed', async () => {
    const here = await openWindow();
    await here.start();
    const { id } = await here.session.practise();
    await until(() => here.shown.at(-1) != null, 'the services of practice');
    expect(here.practised()).to.equal(1);
    expect(here.practicePanel()).to.be.instanceOf(HTMLElement);
    expect(here.practice()).not.to.equal(null);
    expect(accounts.at(-1)).to.equal(id);

    sessionStorage.setItem(selectionKey(id), 'b1');
    const next = await openWindow();
    await next.start();
    await until(() => next.shown.at(-1) != null, 'the services in the next window');
    expect(next.session.state.value).to.deep.include({ key: 'ready' });
    expect(sessionStorage.getItem(selectionKey(id)), 'what was selected before the reload').to.equal('b1');
    expect(await next.countWork(next.session.state.value.account!)).to.deep.include({ onlyHere: 0, unfinishedRuns: 0 });

    await caches.open(PRACTICE_CACHE);
    expect(await here.session.remove()).to.deep.equal({ kind: 'removed' });
    await until(() => here.shown.at(-1) === null && next.shown.at(-1) === null, 'both windows without services');
    expect([here.practice(), here.practicePanel(), next.practice(), next.practicePanel()]).to.deep.equal([
      null,
      null,
      null,
      null,
    ]);
    expect(accounts.at(-1)).to.equal(null);
    expect(await caches.has(PRACTICE_CACHE)).to.equal(false);
    expect([...here.errors, ...next.errors]).to.deep.equal([]);
  });
});
