/** Receipts that are shared with another app or phone nearby, or received from one, and when they count as exported. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureReceipt } from '../../../../test/support/fixture-rows.ts';
import { scan } from '../../../../test/support/codes.ts';
import { faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import { action, field, has, hasAction, readable, the } from '../../../../test/support/roles.ts';
import {
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import { layShareSheet } from '../../../../test/support/share-sheet.ts';
import { until } from '../../../../test/support/until.ts';
import { codesOf } from '../../shared/code-file.ts';
import type { SayEvent } from '../../shared/say.ts';
import { outboxStrings } from '../../strings/outbox.ts';
import { transferStrings } from '../../strings/transfer.ts';
import type { FkOutboxPage } from './outbox-page.ts';
import './outbox-page.ts';

const PREVIEW = {
  kind: 'file' as const,
  count: 3,
  devices: 2,
  accountId: 'acc-1',
  baseUrl: 'https://legacy.example',
  exportedAtMs: 1,
  ofThisAccount: true,
  problems: [],
  dropped: [],
};

async function open(values: ScriptedValues = {}, answers: ScriptedAnswers = {}) {
  const services = scriptedServices(values, answers);
  const page = await place<FkOutboxPage>(html`<fk-outbox-page .services=${services}></fk-outbox-page>`);
  const messages: SayEvent[] = [];
  page.addEventListener('fk-say', (event) => messages.push(event));
  action(page, outboxStrings.options).click();
  await settled(page);
  return { page, services, messages };
}

const receipts = (...rows: readonly object[]): ScriptedValues => ({
  outbox: { receipts: rows.map((_, at) => fixtureReceipt(`id${at}`, { id: `r${at}` })), toSend: rows.length },
});

describe('sharing receipts', () => {
  it('shares all receipts as a file, and counts no receipt as exported when the share fails or is closed', async () => {
    const { page: before } = await open(receipts({}));
    expect(hasAction(before, transferStrings.share)).to.equal(false);
    const sheet = layShareSheet();
    try {
      const { page, services, messages } = await open(receipts({}, {}), {
        outbox: { export: async () => ({ text: '{}', ids: ['r0', 'r1'] }) },
      });
      const closed = sheet.closeNext();
      action(page, transferStrings.share).click();
      await closed;
      action(page, transferStrings.share).click();
      await until(() => messages.length > 0);
      expect(messages.map(({ message }) => message)).to.deep.equal([outboxStrings.shared(2)]);
      expect(services.called('outbox.noteExported').map(({ args }) => args[0])).to.deep.equal([['r0', 'r1']]);
      expect(sheet.shared.map(({ name, type }) => [name.split('.').at(-1), type])).to.deep.equal([
        ['txt', 'text/plain'],
      ]);
    } finally {
      sheet.remove();
    }
  });

  it('shows selected receipts as codes, which count as exported when the person confirms the transfer', async () => {
    const { page, services, messages } = await open(receipts({}, {}), {
      outbox: { export: async () => ({ text: '{"format":"beacon-fieldkit-receipts"}', ids: ['r1'] }) },
    });
    action(page, 'Select').click();
    await settled(page);
    field(page, outboxStrings.selectOne('id1')).click();
    await settled(page);
    action(page, transferStrings.show).click();
    await until(() => hasAction(page, transferStrings.give.given));
    expect(services.called('outbox.export').map(({ args }) => args[0])).to.deep.equal([['r1']]);
    expect(services.called('outbox.noteExported')).to.deep.equal([]);
    expect(await faultsOf(page)).to.deep.equal([]);
    action(page, transferStrings.give.given).click();
    await until(() => messages.length > 0);
    expect(messages[0]!.message).to.equal(outboxStrings.handedOver(1));
    expect(services.called('outbox.noteExported').map(({ args }) => args[0])).to.deep.equal([['r1']]);
  });

  it('shows the content of scanned receipts before the import, as for a file', async () => {
    const { page, services } = await open({}, { outbox: { preview: async () => PREVIEW } });
    action(page, transferStrings.scan).click();
    const content = '{"format":"beacon-fieldkit-receipts"}';
    const made = await codesOf('receipts', content);
    await scan(page, made.kind === 'pages' ? made.pages : []);
    await until(() => services.called('outbox.preview').length > 0);
    expect(services.called('outbox.preview').map(({ args }) => args[0])).to.deep.equal([content]);
    await until(() => has(page, 'dialog', outboxStrings.importDialog.title));
    expect(readable(the(page, 'dialog'))).to.contain('legacy.example');
  });
});

describe('files that are dropped on the outbox', () => {
  /** Returns the files that went to the shell, each with whether the shell opens it. */
  async function dropped(page: FkOutboxPage, ...files: readonly File[]): Promise<readonly string[]> {
    const passed: string[] = [];
    page.addEventListener('fk-files', (event) =>
      passed.push(...event.files.map(({ name }, at) => `${name} ${event.opens && at === 0 ? 'opens' : 'waits'}`)),
    );
    const data = new DataTransfer();
    for (const file of files) data.items.add(file);
    const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, composed: true });
    page.dispatchEvent(event);
    expect(event.defaultPrevented).to.equal(true);
    await until(() => passed.length > 0);
    return passed;
  }

  it('are passed to the page that reads the first of them, if that is another page', async () => {
    const { page, services } = await open();
    const tables = ['house-1.csv', 'house-2.csv'].map((name) => new File(['id,room\n'], name));
    expect(await dropped(page, ...tables)).to.deep.equal(['house-1.csv opens', 'house-2.csv waits']);
    expect(services.called('outbox.preview')).to.have.length(0);
  });

  it('are refused with the name of the file when the first of them contains no receipts', async () => {
    const invalid = { kind: 'invalid' as const, problems: [] };
    const { page } = await open({}, { outbox: { preview: async () => invalid } });
    await dropped(page, new File(['{}'], 'other.json'), new File(['id\n'], 'house-2.csv'));
    await until(() => readable(page).includes(outboxStrings.importInvalid));
    expect(readable(page)).to.contain('other.json');
  });

  it('wait until the question about an earlier file is answered', async () => {
    const { page } = await open({}, { outbox: { preview: async () => PREVIEW } });
    await dropped(page, new File(['{}'], 'first.json'), new File(['id\n'], 'plan.csv'));
    await until(() => readable(page).includes(outboxStrings.importDialog.title));
    expect(await dropped(page, new File(['{}'], 'second.json'))).to.deep.equal(['second.json waits']);
  });
});
