/** The walks of a manager at a laptop. Each begins on the overview, which the app opens first. */
import type { Locator, Page } from 'playwright-core';
import { bulkStrings } from '../../src/ui/strings/bulk.ts';
import { configureStrings } from '../../src/ui/strings/configure.ts';
import { labelOf } from '../../src/ui/words/configure.ts';
import { connectStrings } from '../../src/ui/strings/connect.ts';
import { jobStrings } from '../../src/ui/strings/jobs.ts';
import { listOptionStrings } from '../../src/ui/strings/list-options.ts';
import { giveStrings } from '../../src/ui/strings/ownership.ts';
import { placeStrings } from '../../src/ui/strings/places.ts';
import { streamStrings } from '../../src/ui/strings/streams.ts';
import { telemetryDeskStrings } from '../../src/ui/strings/telemetry-desk.ts';
import { telemetryStrings } from '../../src/ui/strings/telemetry.ts';
import { welcomeStrings } from '../../src/ui/strings/welcome.ts';
import { VENDOR_PRESETS } from '../../src/domain/vendor-presets.ts';
import type { SandboxControl } from '../support/app-server.ts';
import { FLEET_IDS, OWNER_KEY } from '../support/journey.ts';
import { streamAt, streamButton } from '../support/stream-journey.ts';
import { sendingBeacons } from '../support/telemetry-journey.ts';
import { until } from '../support/until.ts';
import type { Hands } from './hands.ts';

export const JOB_NAME = 'East wing';
export const ROOM = 'Ward 3';
const MAIL = 'new@elsewhere.example';
/** As shown by a cloud's console, with the name of the hub. */
const CONNECTION =
  'Endpoint=sb://fleet-ns.servicebus.windows.net/;SharedAccessKeyName=send-only;' +
  'SharedAccessKey=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEYabcde=;EntityPath=beacons';

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const place = (page: Page, name: keyof typeof placeStrings.names): Locator =>
  page.locator('fk-nav .rail').getByRole('link', { name: placeStrings.names[name], exact: true });
const field = (page: Page, name: string): Locator =>
  page.locator(`fk-field[name="${name}"]`).locator('input, select').first();

/** Assigns some beacons that send telemetry to a room, without the app. */
export async function furnishRoom(sandbox: SandboxControl): Promise<void> {
  for (const { device } of sendingBeacons().slice(0, 6))
    await sandbox.setDevice({ uniqueId: device.uniqueId, virtual: { tags: [`room:${ROOM}`] } });
}

/** Selects the rows from the first to the one at `last` with Shift, as in every list. */
async function selectRows({ page, press, scroll }: Hands, last: number): Promise<void> {
  const row = (index: number): Locator =>
    page.locator(`fk-device-window .body [role="row"][aria-rowindex="${index + 2}"] [data-column="uniqueId"]`);
  await press(row(0), { withShift: true });
  await scroll(page.locator('fk-device-window'), row(last));
  await press(row(last), { withShift: true });
}

export async function configureForty(hands: Hands): Promise<void> {
  const { page, press } = hands;
  await press(place(page, 'devices'));
  await selectRows(hands, 39);
  await press(button(page, listOptionStrings.actions.configure));
  await hands.type(page.getByLabel(labelOf('interval'), { exact: true }), '700');
  await press(button(page, configureStrings.review(1)));
  await press(button(page, /^Prepare /));
  await page.locator('fk-many-work').waitFor();
}

export async function jobFromTable(hands: Hands): Promise<void> {
  const { page, press } = hands;
  const text = `uniqueId,room,interval\r\n${FLEET_IDS.slice(0, 30)
    .map((id, at) => `${id},Room ${at},700`)
    .join('\r\n')}\r\n`;
  await press(place(page, 'jobs'));
  await press(page.getByRole('link', { name: jobStrings.newJob, exact: true }));
  await hands.giveFile(button(page, jobStrings.csv.choose), { name: 'plan.csv', mimeType: 'text/csv', text });
  await page.getByText(jobStrings.csv.found(30, 30, 0)).waitFor();
  await hands.type(field(page, 'name'), JOB_NAME);
  await press(button(page, jobStrings.make.create));
  await button(page, bulkStrings.prepare(30)).waitFor();
}

export async function telemetryOfRoom(hands: Hands): Promise<void> {
  const { page, press } = hands;
  await press(place(page, 'telemetry'));
  await page.locator('[data-checked="fresh"]').waitFor();
  await hands.choose(field(page, 'room'), { value: ROOM });
  await press(button(page, telemetryStrings.views.charts));
  await page.locator('fk-chart').first().waitFor();
  // The charts load by themselves what they draw.
  await page.locator('[data-checked="fresh"]').waitFor();
  await page.getByText(telemetryDeskStrings.unloaded).waitFor({ state: 'detached' });
}

export async function alarmForRoom(hands: Hands): Promise<void> {
  const { page, press } = hands;
  await press(place(page, 'telemetry'));
  await page.locator('[data-checked="fresh"]').waitFor();
  await press(button(page, telemetryStrings.views.alarms));
  await hands.choose(field(page, 'tag'), { value: `room:${ROOM}` });
  await press(button(page, telemetryDeskStrings.alarms.save));
  await page.locator('fk-telemetry-alarms [aria-labelledby="rules"] li').waitFor();
}

export async function streamFromString(hands: Hands, sandbox: SandboxControl): Promise<void> {
  const { page, press } = hands;
  await press(place(page, 'more'));
  await press(page.locator('#places').getByRole('link', { name: placeStrings.names.integrations }));
  await press(streamButton(page, streamStrings.steps.create));
  await hands.paste(field(page, 'endpoint'), CONNECTION);
  await press(button(page, streamStrings.createAction));
  await until(async () => (await streamAt(sandbox, 'telemetry')) !== null, 'a stream at the backend');
}

export async function shareFive(hands: Hands): Promise<void> {
  const { page, press } = hands;
  await press(place(page, 'devices'));
  await selectRows(hands, 4);
  await press(button(page, listOptionStrings.actions.share));
  await hands.type(field(page, 'mail'), MAIL);
  await hands.type(field(page, 'ends'), '12312099');
  await press(button(page, giveStrings.share.next));
  await page.getByText(giveStrings.summary(5, 5)).waitFor();
}

/** The addresses of the preset are redirected to the sandbox: nothing reaches the vendor. */
export async function connectWithPreset(hands: Hands, origin: string, sandbox: SandboxControl): Promise<void> {
  const { page, press } = hands;
  const [preset] = VENDOR_PRESETS;
  await sandbox.setOptions({ cors: 'public', v3Cors: 'public' });
  for (const [from, to] of [
    [preset!.baseUrl, sandbox.baseUrl],
    [preset!.legacyBaseUrl, sandbox.legacyBaseUrl],
  ] as const)
    await page.route(`${from}/**`, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace(from, to) });
      await route.fulfill({ response });
    });
  await page.goto(origin);
  await press(page.getByRole('link', { name: welcomeStrings.connect, exact: true }));
  await press(page.getByRole('radio', { name: connectStrings.presets[preset!.id], exact: true }));
  await hands.paste(page.getByLabel(/^API key/), OWNER_KEY);
  await press(button(page, connectStrings.connect));
  await page.waitForURL('**/overview');
}
