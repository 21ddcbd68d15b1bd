/**
 * Rows of several kinds in one store are still there in the next window, do not affect each other, and notify other
 * windows of changes.
 */
import { expect } from '@open-wc/testing';
import { openSample, putRaw } from '../../../test/support/sample-rows.ts';
import { NO_PATTERNS } from '../../../test/support/job-rows.ts';

it('stored drafts stay beside the other rows of the account until they are removed', async () => {
  const accountId = crypto.randomUUID();
  const first = await openSample(accountId, { mirror: null });
  await first.devices.setCompletedAtMs(7, { beganAtMs: 0, unseen: [] });
  await first.drafts.put('device-aB3d', { atMs: 5, draft: { typed: { alias: 'Door' } } });
  await first.drafts.put('configure-aB3d', { atMs: 6, draft: { typed: { interval: '555' } } });
  first.close();
  const second = await openSample(accountId, { mirror: null });
  expect([...(await second.drafts.all())]).to.deep.equal([
    ['configure-aB3d', { atMs: 6, draft: { typed: { interval: '555' } } }],
    ['device-aB3d', { atMs: 5, draft: { typed: { alias: 'Door' } } }],
  ]);
  await second.drafts.put('device-aB3d', null);
  expect([...(await second.drafts.all()).keys()]).to.deep.equal(['configure-aB3d']);
  expect(await second.devices.completedAtMs()).to.equal(7);
  expect(second.remarks.value).to.deep.equal([]);
  second.close();
});

it('stored drafts are read without an invalid one, and another window is notified of a change', async () => {
  const accountId = crypto.randomUUID();
  const [one, other] = [await openSample(accountId, { mirror: null }), await openSample(accountId, { mirror: null })];
  await putRaw(accountId, 'meta', 'nonsense', 'draft:odd');
  const notified = new Promise<void>((resolve) => other.drafts.watch(() => resolve()));
  await one.drafts.put('x', { atMs: 1, draft: {} });
  await notified;
  expect([...(await other.drafts.all()).keys()]).to.deep.equal(['x']);
  one.close();
  other.close();
});

it('a stored draft can be read alone, and watchers are notified which drafts have changed', async () => {
  const accountId = crypto.randomUUID();
  const { drafts, templates, close } = await openSample(accountId, { mirror: null });
  const changed: (readonly string[] | null | undefined)[] = [];
  drafts.watch((of) => changed.push(of));
  await drafts.put('x', { atMs: 1, draft: { a: 1 } });
  await templates.put('x', { id: 'x', name: 'Ward', values: {}, patterns: NO_PATTERNS, savedAtMs: 1 });
  await drafts.put('y', null);
  expect(changed).to.deep.equal([['x'], ['y']]);
  expect([await drafts.get('x'), await drafts.get('y')]).to.deep.equal([{ atMs: 1, draft: { a: 1 } }, null]);
  close();
});

it('stored templates and drafts of the same name do not affect each other', async () => {
  const accountId = crypto.randomUUID();
  const template = { id: 'x', name: 'Ward', values: { txPower: 3 }, patterns: NO_PATTERNS, savedAtMs: 1 };
  const first = await openSample(accountId, { mirror: null });
  await first.templates.put('x', template);
  await first.drafts.put('x', { atMs: 1, draft: {} });
  await putRaw(accountId, 'meta', { id: 'odd' }, 'template:odd');
  first.close();
  const second = await openSample(accountId, { mirror: null });
  const { templates } = second;
  expect([...(await templates.all())]).to.deep.equal([['x', template]]);
  await templates.put('x', null);
  expect((await templates.all()).size).to.equal(0);
  expect([...(await second.drafts.all()).keys()]).to.deep.equal(['x']);
  second.close();
});

it('which calls the backend offers is stored for the account, apart from drafts and templates', async () => {
  const accountId = crypto.randomUUID();
  const first = await openSample(accountId, { mirror: null });
  await first.extensions.put('commandLists', { isOffered: false, atMs: 5 });
  await putRaw(accountId, 'meta', { isOffered: 'perhaps' }, 'extension:odd');
  first.close();
  const second = await openSample(accountId, { mirror: null });
  expect([...(await second.extensions.all())]).to.deep.equal([['commandLists', { isOffered: false, atMs: 5 }]]);
  expect((await second.drafts.all()).size).to.equal(0);
  second.close();
});
