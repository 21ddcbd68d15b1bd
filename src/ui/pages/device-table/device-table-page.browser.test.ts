/** A table of aliases, rooms, tags and notes: shows the changes of each device, and saves them only on request. */
import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import { faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import { action, all, hasAction, readable, the } from '../../../../test/support/roles.ts';
import { fixtureDevice } from '../../../../test/support/fixture-rows.ts';
import { scriptedDrafts, scriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { jobStrings } from '../../strings/jobs.ts';
import './device-table-page.ts';

const text = bulkStrings.table;
const devices = [
  fixtureDevice(0, { uniqueId: 'aB3d', alias: 'Gate 1', tags: ['lift'] }),
  fixtureDevice(1, { uniqueId: 'kQ7r', alias: 'Gate 2', tags: [], access: 'VIEWER' }),
  fixtureDevice(2, { uniqueId: 'zz9p', alias: 'Gate 3', tags: ['room:East'] }),
];

let saved: unknown[] = [];

async function openPage(): Promise<LitElement> {
  saved = [];
  const services = scriptedServices({ devices: { devices, completedAtMs: Date.now() } });
  const outbox = {
    ...services.outbox,
    editMany: async (edits: Parameters<typeof services.outbox.editMany>[0]) =>
      void saved.push(...edits.map(({ device, values }) => [device.uniqueId, values])),
  };
  const page = await place(html`<fk-device-table-page .services=${{ ...services, outbox }}></fk-device-table-page>`);
  await settled(page);
  return page;
}

async function open(table: string): Promise<LitElement> {
  const page = await openPage();
  const data = new DataTransfer();
  data.items.add(new File([table], 'devices.csv'));
  action(page, jobStrings.csv.choose).dispatchEvent(
    new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, composed: true }),
  );
  await until(() => all(page, 'listitem').some(({ ariaPosInSet }) => ariaPosInSet === '1'));
  await settled(page);
  return page;
}

it('the page that reads a table of devices saves only changed devices, on a press, and keeps their other tags', async () => {
  const page = await open('id;alias;room;tags;notes\naB3d;North gate;Ward 3;spare;\nzz9p;Gate 3;East;;\n');
  await until(() => readable(page).includes(text.counts(1, 1, 0)));
  expect(saved).to.deep.equal([]);
  expect(await faultsOf(page)).to.deep.equal([]);
  const gone = new Promise<string>((resolve) => {
    window.navigation.addEventListener(
      'navigate',
      (event) => (event.preventDefault(), resolve(event.destination.url)),
      { once: true },
    );
  });
  action(page, text.save(1)).click();
  expect(await gone).to.match(/\/devices$/);
  expect(saved).to.deep.equal([['aB3d', { alias: 'North gate', tags: 'lift,spare,room:Ward 3' }]]);
});

it('the page that reads a table of devices keeps the table when the page is left, until its changes are saved', async () => {
  const stay = (event: NavigateEvent): void => event.preventDefault();
  const first = await open('id,alias\naB3d,North gate\n');
  await until(() => readable(first).includes(text.counts(1, 0, 0)));
  await until(() => scriptedDrafts.size > 0);
  const page = await openPage();
  await until(() => readable(page).includes(text.counts(1, 0, 0)));
  window.navigation.addEventListener('navigate', stay);
  action(page, text.save(1)).click();
  await until(() => saved.length > 0);
  await settled(page);
  window.navigation.removeEventListener('navigate', stay);
  expect(hasAction(await openPage(), jobStrings.csv.draft.discard)).to.equal(false);
  expect([...scriptedDrafts]).to.deep.equal([]);
});

it('the page that reads a table of devices skips a row whose room cannot be written as a tag, with the reason', async () => {
  const page = await open('id,room\naB3d,"Ward 3, left"\n');
  await until(() => readable(page).includes(jobStrings.csv.found(1, 0, 1)));
  the(page, 'list').scrollIntoView();
  await until(() => all(page, 'listitem').some((row) => readable(row).includes('comma')));
  expect(all(page, 'button').map(readable)).not.to.contain(text.save(0));
});
