/**
 * Files from another app open the pages that show them, one after the other, wait for an account, are shown once and are
 * never kept for the next account.
 */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { clear, place, settled } from '../../../test/support/page-place.ts';
import { action, has, hasAction, readable } from '../../../test/support/roles.ts';
import { scriptedServices, type ScriptedServices } from '../../../test/support/scripted-services.ts';
import { until } from '../../../test/support/until.ts';
import { writeReceiptFile } from '../../domain/receipt-file.ts';
import '../pages/outbox/outbox-page.ts';
import type { FkOutboxPage } from '../pages/outbox/outbox-page.ts';
import { accountChanged } from '../shared/account-state.ts';
import { incomingStrings as text } from '../strings/incoming.ts';
import { createFileOpener } from './open-file.ts';

const RECEIPTS = writeReceiptFile(
  { id: 'acc', baseUrl: 'https://a.example', legacyBaseUrl: 'https://b.example' },
  [],
  1,
);
const receipts = (): File => new File([RECEIPTS], 'receipts.json');
const table = (): File => new File(['uniqueId,room\r\ntB4x,1\r\n'], 'plan.csv');
const PREVIEW = {
  kind: 'file' as const,
  count: 3,
  devices: 2,
  accountId: 'acc',
  baseUrl: 'https://b.example',
  exportedAtMs: 1,
  ofThisAccount: true,
  problems: [],
  dropped: [],
};

interface Phone {
  readonly services: ScriptedServices;
  readonly open: (...files: File[]) => Promise<void>;
  readonly into: HTMLElement;
  readonly paths: string[];
  readonly messages: string[];
}

function phone(connected = true): Phone {
  const services = scriptedServices({}, { outbox: { preview: async () => PREVIEW } });
  if (!connected) services.lives.session.value = { ...services.lives.session.value, account: null };
  services.lives.account.value = { services: connected ? services : null, failed: false };
  const shell = document.createElement('div');
  const into = document.createElement('div');
  document.body.append(into);
  const paths: string[] = [];
  const messages: string[] = [];
  shell.addEventListener('fk-say', ({ message }) => messages.push(message));
  const opener = createFileOpener({ services, shell, into, go: (path) => paths.push(path) });
  return { services, into, paths, messages, open: (...files) => opener.open(files) };
}

const outboxPage = (services: ScriptedServices): Promise<FkOutboxPage> =>
  place<FkOutboxPage>(html`<fk-outbox-page .services=${services}></fk-outbox-page>`);
const previewCount = (services: ScriptedServices): number => services.called('outbox.preview').length;

describe('a file from another app', () => {
  beforeEach(() => {
    accountChanged(null);
    accountChanged('acc-1');
  });
  after(() => accountChanged(null));

  it('is shown once by its page, which imports nothing by itself', async () => {
    const { services, open, paths } = phone();
    await open(receipts());
    expect(paths).to.deep.equal(['/outbox']);
    await outboxPage(services);
    await until(() => previewCount(services) === 1);
    expect(services.called('outbox.import')).to.deep.equal([]);
    clear();
    await settled(await outboxPage(services));
    expect(previewCount(services)).to.equal(1);
  });

  it('reaches a page that is already open', async () => {
    const { services, open } = phone();
    await outboxPage(services);
    await open(receipts());
    await until(() => previewCount(services) === 1);
  });

  it('is dropped when the account is left before its page was shown', async () => {
    const { services, open } = phone();
    await open(receipts());
    accountChanged(null);
    accountChanged('acc-2');
    await settled(await outboxPage(services));
    expect(previewCount(services)).to.equal(0);
  });

  it('waits while no account is open, and a note says that', async () => {
    accountChanged(null);
    const { services, open, paths, messages } = phone(false);
    const opening = open(receipts());
    await until(() => messages.length > 0);
    expect([messages, paths]).to.deep.equal([[text.waits], []]);
    accountChanged('acc-1');
    services.lives.account.value = { services, failed: false };
    await opening;
    expect(paths).to.deep.equal(['/outbox']);
  });

  it('may be a table, for which the person is asked what to do with it until the account is left', async () => {
    const { open, paths, into } = phone();
    for (const [words, path] of [
      [text.forJob, '/jobs/new'],
      [text.forDevices, '/device-table'],
    ] as const) {
      await open(table());
      await settled(into);
      expect(paths.at(-1)).to.not.equal(path);
      action(into, words).click();
      expect(paths.at(-1)).to.equal(path);
      expect(hasAction(into, words)).to.equal(false);
    }
    await open(table());
    await settled(into);
    expect(has(into, 'dialog')).to.equal(true);
    accountChanged(null);
    expect(has(into, 'dialog')).to.equal(false);
  });

  it('is named when the app cannot read it, and no page opens', async () => {
    const { open, paths, into } = phone();
    await open(new File(['{"a":1}'], 'other.json'));
    expect(paths).to.deep.equal([]);
    expect(readable(into)).to.contain(text.unknown('other.json'));
    action(into, text.dismiss).click();
    expect(readable(into)).to.equal('');
  });

  it('is reported by its name when it is empty or too large', async () => {
    const { open, paths, into } = phone();
    await open(new File([], 'nothing.csv'), new File([new Uint8Array(50_000_001)], 'film.csv'));
    expect(paths).to.deep.equal([]);
    expect(readable(into)).to.contain(text.empty('nothing.csv')).and.to.contain(text.refused.tooLarge('film.csv'));
  });

  it('may be one of several, which are opened one after the other, with a note of unreadable ones', async () => {
    const { open, paths, into } = phone();
    const other = new File(['uniqueId,room\r\n82TR3V,2\r\n'], 'house-b.csv');
    await open(receipts(), new File(['{}'], 'other.json'), table(), other);
    expect(paths).to.deep.equal(['/outbox']);
    expect(readable(into)).to.contain(text.more(3, 'other.json'));
    action(into, text.open).click();
    await until(() => hasAction(into, text.forJob));
    expect(readable(into)).to.contain(text.unknown('other.json')).and.to.contain(text.more(1, 'house-b.csv'));
    action(into, text.forJob).click();
    action(into, text.open).click();
    await until(() => hasAction(into, text.forDevices));
    action(into, text.forDevices).click();
    expect(paths).to.deep.equal(['/outbox', '/jobs/new', '/device-table']);
    expect(readable(into)).to.contain(text.unknown('other.json')).and.not.to.contain('house-b.csv');
  });

  it('is named when a reload has lost it', async () => {
    accountChanged(null);
    const { open, messages } = phone(false);
    void open(receipts(), table());
    await until(() => messages.length > 0);
    const { into } = phone(false);
    expect(readable(into)).to.contain(text.lost('receipts.json')).and.to.contain(text.lost('plan.csv'));
    accountChanged('acc-1');
  });
});
