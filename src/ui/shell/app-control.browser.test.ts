/** The app as an installed program: to whom it says which pages moved. */
import { expect } from '@open-wc/testing';
import { MOVED_PAGES_KEY } from '../../names.ts';
import { createAppControl, type AppControl } from './app-control.ts';

async function start(usedBefore: boolean): Promise<AppControl> {
  const app = createAppControl({
    version: '0.0.0',
    register: null,
    practice: () => null,
    usedBefore: Promise.resolve(usedBefore),
  });
  await Promise.resolve();
  await Promise.resolve();
  return app;
}

describe('the note that pages have moved', () => {
  beforeEach(() => localStorage.removeItem(MOVED_PAGES_KEY));
  afterEach(() => localStorage.removeItem(MOVED_PAGES_KEY));

  it('is never shown to a new user', async () => {
    expect((await start(false)).state.value.pagesMoved).to.equal(false);
    expect((await start(true)).state.value.pagesMoved).to.equal(false);
  });

  it('is shown at each start to a person who used the app before, until it was read', async () => {
    expect((await start(true)).state.value.pagesMoved).to.equal(true);
    const app = await start(true);
    expect(app.state.value.pagesMoved).to.equal(true);
    app.movedPagesRead();
    expect(app.state.value.pagesMoved).to.equal(false);
    expect((await start(true)).state.value.pagesMoved).to.equal(false);
  });
});
