/** Orders, move and share: confirmations, refusals, the outcome for each device, and every state with axe. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { fixtureDevice, fixtureDevices, fixtureReceipt } from '../../../../test/support/fixture-rows.ts';
import { clear, faultsInThemes, faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import {
  action,
  all,
  announced,
  field,
  fill,
  has,
  hasAction,
  isFilled,
  readable,
  the,
  type Name,
} from '../../../../test/support/roles.ts';
import {
  scriptedDrafts,
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from '../../../../test/support/scripted-services.ts';
import { nextTurn, until } from '../../../../test/support/until.ts';
import type { BackendFailure } from '../../../domain/backend-failure.ts';
import type { AssignOutcome } from '../../../use-cases/ownership/ownership.ts';
import type { CachedDevice } from '../../../domain/device.ts';
import { CodeEvent } from '../../elements/scan-label/scan-label.ts';
import { deviceStrings } from '../../strings/devices.ts';
import { draftStrings } from '../../strings/drafts.ts';
import { elementStrings } from '../../strings/elements.ts';
import { labelStrings } from '../../strings/label.ts';
import { giveStrings, orderStrings } from '../../strings/ownership.ts';
import '../orders/orders-page.ts';
import './give-page.ts';
import { selection } from '../../shared/chosen-devices.ts';

type Page = HTMLElementTagNameMap['fk-orders-page' | 'fk-move-page' | 'fk-share-page'];
const failure = (kind: BackendFailure['kind'], message = ''): BackendFailure => ({
  kind,
  status: 0,
  message,
  fields: [],
  retryAfterMs: null,
});

async function open(
  which: 'orders' | 'move' | 'share',
  values: ScriptedValues = {},
  answers: ScriptedAnswers = {},
): Promise<{ page: Page; services: ScriptedServices }> {
  const services = scriptedServices({ devices: { devices: fixtureDevices(12) }, ...values }, answers);
  const page = await place<Page>(
    which === 'orders'
      ? html`<fk-orders-page .services=${services}></fk-orders-page>`
      : which === 'move'
        ? html`<fk-move-page .services=${services}></fk-move-page>`
        : html`<fk-share-page .services=${services}></fk-share-page>`,
  );
  return { page, services };
}

/** Labels that also say that the field is required. */
const [mail, accessWord, ends] = [giveStrings.share.mail, giveStrings.accessWord, giveStrings.ends].map(
  (label) => new RegExp(`^${label}`),
) as [RegExp, RegExp, RegExp];

async function type(page: Element, label: Name, value: string): Promise<void> {
  fill(page, label, value);
  await settled(page);
}

async function confirm(page: Page, id: string, words: string): Promise<void> {
  await type(page, elementStrings.confirm.type(id.slice(-4)), id.slice(-4));
  the(the(page, 'dialog'), 'button', words).click();
  await turn(page);
}

async function press(page: Page, words: string): Promise<void> {
  action(page, words).click();
  await settled(page);
}

async function turn(page: Page): Promise<void> {
  await nextTurn();
  await settled(page);
}

describe('the page that claims orders', () => {
  it('lists the first of many typed orders and how many more there are, and ignores a list of a megabyte', async () => {
    const { page } = await open('orders');
    const ids = Array.from({ length: 300 }, (_, at) => `AB_${at}`);
    await type(page, orderStrings.field, ids.join('\n'));
    expect(readable(page)).to.contain(orderStrings.more(100)).and.to.contain(orderStrings.more(276));
    expect(readable(page)).to.contain('AB_199').and.not.to.contain('AB_200');
    await type(page, orderStrings.field, 'AB-1,'.repeat(200_000));
    expect(readable(page)).to.contain(orderStrings.tooLong);
    expect(action(page, orderStrings.next).hasAttribute('disabled')).to.equal(true);
  });

  it('adds the order ID of a scanned code to the typed IDs, and says when a code contains no order ID', async () => {
    const { page } = await open('orders');
    await type(page, orderStrings.field, 'AB-1');
    await press(page, labelStrings.heading);
    const scan = async (text: string): Promise<void> => {
      the(page, 'dialog').dispatchEvent(new CodeEvent(text, 'code_128'));
      await settled(page);
    };
    await scan('no order');
    expect(readable(the(page, 'dialog'))).to.contain(labelStrings.noOrder);
    await scan('FK-NEW-01');
    expect(field(page, orderStrings.field).value).to.equal('AB-1\nFK-NEW-01');
    expect(has(page, 'dialog')).to.equal(false);
  });

  it('asks the person to type a confirmation, names the account, and says that an order works only once', async () => {
    const { page, services } = await open('orders');
    await type(page, orderStrings.field, ' AB-1204-77, ab-1204-77\nAB-1204-77 ');
    expect(readable(page)).to.contain('2 orders').and.contain('Entered twice, sent once: AB-1204-77');
    await press(page, orderStrings.next);
    expect(readable(page))
      .to.contain('Claim for North Wing Hospital?')
      .and.contain('works only once')
      .and.contain('no other account can claim them');
    expect(services.called('ownership.assign')).to.have.length(0);
    await confirm(page, 'ab-1204-77', 'Claim 2 orders');
    expect(services.called('ownership.assign').map((call) => call.args[0])).to.deep.equal([
      ['AB-1204-77', 'ab-1204-77'],
    ]);
    expect(readable(page)).to.contain('Assigned. The backend lists no new device yet');
  });

  it('keeps the typed IDs when the page is left, until they are claimed', async () => {
    const first = await open('orders');
    await type(first.page, orderStrings.field, 'AB-1204-77');
    const refused = { kind: 'refused', failure: failure('invalid'), found: null } as const;
    const outcomes: AssignOutcome[] = [refused, { kind: 'assigned', found: { kind: 'listed', uniqueIds: [] } }];
    const { page } = await open('orders', {}, { ownership: { assign: async () => outcomes.shift()! } });
    expect(readable(page)).to.contain('1 order').and.to.contain(draftStrings.discard);
    await press(page, orderStrings.next);
    await confirm(page, 'AB-1204-77', 'Claim 1 order');
    const again = await open('orders', {}, { ownership: { assign: async () => outcomes.shift()! } });
    await press(again.page, orderStrings.next);
    await confirm(again.page, 'AB-1204-77', 'Claim 1 order');
    const last = await open('orders');
    expect(hasAction(last.page, draftStrings.discard)).to.equal(false);
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('never claims an order again after a lost answer, but shows the list of devices and offers to check', async () => {
    const unknown: AssignOutcome = {
      kind: 'unknown',
      failure: failure('timeout'),
      found: { kind: 'listed', uniqueIds: [] },
    };
    const { page, services } = await open(
      'orders',
      {},
      {
        ownership: {
          assign: async () => unknown,
          findNewDevices: async () => ({ kind: 'listed', uniqueIds: ['nEw1', 'nEw2'] }),
        },
      },
    );
    await type(page, orderStrings.field, 'AB-1');
    await press(page, orderStrings.next);
    await confirm(page, 'AB-1', 'Claim 1 order');
    expect(readable(page)).to.contain('This app does not send them again by itself');
    action(page, 'Check again').click();
    await turn(page);
    expect(services.called('ownership.assign')).to.have.length(1);
    expect(readable(page)).to.contain('New in the list: 2 devices').and.contain('nEw1');
    // More of the order may come later.
    expect(hasAction(page, 'Check again')).to.equal(true);
  });

  it('shows the devices of an order on a press, and hides these devices when another order is typed', async () => {
    const uniqueIds = Array.from({ length: 30 }, (_, at) => `dv${at}`);
    const { page, services } = await open(
      'orders',
      {},
      {
        ownership: {
          previewOrders: async () => ({
            kind: 'seen',
            orders: [
              { orderId: 'AB-1', uniqueIds, here: ['dv0'] },
              { orderId: 'AB-2', uniqueIds: [], here: [] },
            ],
          }),
        },
      },
    );
    await type(page, orderStrings.field, 'AB-1, AB-2');
    expect(readable(page)).to.contain(orderStrings.preview.unsure);
    action(page, orderStrings.preview.button(2)).click();
    await turn(page);
    expect(services.called('ownership.previewOrders').map(({ args }) => args[0])).to.deep.equal([['AB-1', 'AB-2']]);
    expect(readable(page))
      .to.contain(orderStrings.preview.holds(30))
      .and.contain(orderStrings.preview.here(1))
      .and.contain(orderStrings.more(6))
      .and.contain(orderStrings.preview.none);
    expect(await faultsOf(page)).to.deep.equal([]);
    await type(page, orderStrings.field, 'AB-3');
    expect(readable(page)).not.to.contain(orderStrings.preview.holds(30));
    expect(services.called('ownership.assign')).to.have.length(0);
  });

  it('offers no preview of an order when the backend has no call for it, but lets the order be claimed', async () => {
    const { page } = await open('orders', {}, { ownership: { previewOffer: async () => 'notOffered' } });
    await type(page, orderStrings.field, 'AB-1');
    expect(hasAction(page, orderStrings.preview.button(1))).to.equal(false);
    expect(hasAction(page, 'Continue')).to.equal(true);
  });

  it('says offline that it needs a network', async () => {
    const { page } = await open('orders', { app: { online: false } });
    await type(page, orderStrings.field, 'AB-1');
    expect(readable(page)).to.contain('You must be online for this');
    expect((action(page, 'Continue') as HTMLButtonElement).disabled).to.equal(true);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('has no accessibility fault that axe finds with any outcome of claiming', async () => {
    const outcomes: AssignOutcome[] = [
      {
        kind: 'assigned',
        found: { kind: 'listed', uniqueIds: Array.from({ length: 40 }, (_, index) => `dv${index}`) },
      },
      { kind: 'assigned', found: { kind: 'unread', failure: failure('offline', 'x') } },
      {
        kind: 'refused',
        failure: failure('conflict', 'Order already assigned'),
        found: { kind: 'listed', uniqueIds: [] },
      },
      {
        kind: 'refused',
        failure: failure('conflict', 'Order already assigned'),
        found: { kind: 'listed', uniqueIds: ['nEw1'] },
      },
      { kind: 'unknown', failure: failure('offline'), found: { kind: 'unread', failure: null } },
    ];
    for (const outcome of outcomes) {
      const { page } = await open('orders', {}, { ownership: { assign: async () => outcome } });
      await type(page, orderStrings.field, 'AB_1');
      expect(await faultsOf(page)).to.deep.equal([]);
      await press(page, orderStrings.next);
      await confirm(page, 'AB_1', 'Claim 1 order');
      expect(await faultsInThemes(page), outcome.kind).to.deep.equal([]);
    }
  });
});

describe('the pages that move and share devices', () => {
  afterEach(() => {
    clear();
    selection.value = [];
  });

  it('ask to select devices when no device is selected', async () => {
    const { page } = await open('move');
    expect(readable(page)).to.contain('No device is chosen.');
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('move: devices without access or with an undelivered receipt are left out, and the move is confirmed by typing', async () => {
    const devices = [
      fixtureDevice(0, { uniqueId: 'own1', alias: 'Ward 3' }),
      fixtureDevice(1, { uniqueId: 'edi2', access: 'EDITOR' }),
      fixtureDevice(2, { uniqueId: 'non3', access: null }),
      fixtureDevice(3, { uniqueId: 'own4', access: 'OWNER' }),
    ];
    selection.value = ['own1', 'edi2', 'non3', 'own4'];
    const { page, services } = await open('move', {
      devices: { devices },
      outbox: { receipts: [fixtureReceipt('own4')] },
    });
    expect(readable(page))
      .to.contain('2 devices')
      .and.contain('Ward 3 own1')
      .and.contain('1 device left out')
      .and.contain('your access is EDITOR')
      .and.contain(giveStrings.receipts('own4'))
      .and.contain(giveStrings.unknownAccess(1));
    const filled = [...all(page, 'link'), ...all(page, 'button')].filter(isFilled);
    expect(filled).to.deep.equal([]);
    expect(action(page, giveStrings.toOutbox).getAttribute('href')).to.equal('/outbox');
    await press(page, giveStrings.move.next);
    expect(readable(page)).to.contain('Enter an e-mail address.');
    await type(page, mail, ' new@owner.example ');
    await press(page, giveStrings.move.next);
    expect(readable(page))
      .to.contain('Move 2 devices?')
      .and.contain('go to new@owner.example')
      .and.contain('You lose access');
    expect(services.called('ownership.move')).to.have.length(0);
    await confirm(page, 'own1', 'Move 2 devices');
    expect(services.called('ownership.move')[0]!.args.slice(0, 2)).to.deep.equal([
      ['own1', 'non3'],
      'new@owner.example',
    ]);
    expect(readable(page)).to.contain('2 of 2 devices');
    expect(selection.value).to.deep.equal([]);
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('share: nothing is said of the access to a device before the list of devices is read', async () => {
    selection.value = ['a1', 'b2'];
    const { page } = await open('share', { devices: { devices: null } });
    expect(readable(page)).not.to.contain(giveStrings.unknownAccess(2)).and.not.contain(giveStrings.none);
    await until(() => announced(page).includes(deviceStrings.loading));
  });

  it('share: any access level is accepted, and a share without an end', async () => {
    selection.value = ['a1'];
    const { page, services } = await open(
      'share',
      { devices: { devices: [] } },
      { ownership: { share: async () => [{ uniqueId: 'a1', kind: 'done' }] } },
    );
    await type(page, mail, 'someone@example.com');
    await type(page, giveStrings.access, '');
    expect(readable(page)).to.contain(giveStrings.ends);
    await type(page, giveStrings.endless, 'true');
    expect(readable(page), 'one choice: it never ends, or on a day').not.to.contain(giveStrings.ends);
    await press(page, giveStrings.share.next);
    expect(readable(page)).to.contain('Enter one word, without spaces or commas.');
    expect(await faultsOf(page)).to.deep.equal([]);
    await type(page, accessWord, 'AUDITOR');
    await press(page, giveStrings.share.next);
    await turn(page);
    expect(services.called('ownership.share')[0]!.args[1]).to.deep.equal({
      managerMail: 'someone@example.com',
      access: 'AUDITOR',
      expirationSeconds: null,
      withMetadata: false,
    });
  });

  it('share: the date picker gives the end of the day in seconds, and each device shows its result', async () => {
    selection.value = ['a1', 'b2', 'c3'];
    const { page, services } = await open(
      'share',
      { devices: { devices: [] } },
      {
        ownership: {
          share: async () => [
            { uniqueId: 'a1', kind: 'done' },
            { uniqueId: 'b2', kind: 'refused', failure: failure('forbidden', 'EDITOR may not') },
            { uniqueId: 'c3', kind: 'unknown', failure: failure('offline') },
          ],
        },
      },
    );
    await type(page, mail, 'x@y.example');
    await type(page, ends, '2020-01-01');
    await press(page, giveStrings.share.next);
    expect(readable(page)).to.contain('Choose a date in the future.');
    await type(page, ends, '2099-12-31');
    await press(page, giveStrings.share.next);
    await turn(page);
    expect(services.called('ownership.share')[0]!.args[1]).to.deep.equal({
      managerMail: 'x@y.example',
      access: 'VIEWER',
      expirationSeconds: new Date(2099, 11, 31, 23, 59, 59).getTime() / 1000,
      withMetadata: false,
    });
    expect(readable(page))
      .to.contain('1 of 3 devices')
      .and.contain('EDITOR may not')
      .and.contain('Not known: no answer came');
    expect(hasAction(page, 'Try the others again')).to.equal(true);
    // Only the devices that were not shared stay selected.
    expect(selection.value).to.deep.equal(['b2', 'c3']);
    expect(await faultsInThemes(page)).to.deep.equal([]);
  });

  for (const what of ['share', 'move'] as const)
    it(`${what}: what is typed is kept when the page is left, until a device is done`, async () => {
      const [{ uniqueId }] = fixtureDevices(12) as [CachedDevice];
      selection.value = [uniqueId];
      const shared: [Name, string][] = [
        [giveStrings.access, ''],
        [accessWord, 'GUEST'],
        [ends, '2099-12-31'],
      ];
      const typed: [Name, string][] = [[mail, 'ann@b.example'], ...(what === 'share' ? shared : [])];
      const first = await open(what);
      for (const [label, value] of typed) await type(first.page, label, value);
      const { page } = await open(what);
      for (const [label, value] of typed) expect(field(page, label).value, String(label)).to.equal(value);
      expect(hasAction(page, draftStrings.discard)).to.equal(true);
      await press(page, giveStrings[what].next);
      if (what === 'move') await confirm(page, uniqueId, 'Move 1 device');
      await turn(page);
      selection.value = [uniqueId];
      const last = await open(what);
      expect(field(last.page, mail).value).to.equal('');
      expect([...scriptedDrafts]).to.deep.equal([]);
    });

  it('try again only the devices that the backend refused or that were not sent', async () => {
    selection.value = ['a1', 'b2', 'c3'];
    let first = true;
    const { page, services } = await open(
      'share',
      { devices: { devices: [] } },
      {
        ownership: {
          share: async (ids) => {
            if (!first) return ids.map((uniqueId) => ({ uniqueId, kind: 'done' }));
            first = false;
            return [
              { uniqueId: 'a1', kind: 'done' },
              { uniqueId: 'b2', kind: 'unknown', failure: failure('offline') },
              { uniqueId: 'c3', kind: 'notSent' },
            ];
          },
        },
      },
    );
    await type(page, mail, 'x@y.example');
    await type(page, ends, '2099-12-31');
    await press(page, giveStrings.share.next);
    await turn(page);
    action(page, 'Try the others again').click();
    await turn(page);
    expect(services.called('ownership.share').map((call) => call.args[0])).to.deep.equal([['a1', 'b2', 'c3'], ['c3']]);
    expect(readable(page)).to.contain('2 of 3 devices');
  });
});
