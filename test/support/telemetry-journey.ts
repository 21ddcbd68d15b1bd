/** The steps of requesting telemetry, and the requests that were sent. */
import type { Page } from 'playwright-core';
import { fleetOf } from '../../src/sandbox/fleet.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import { HOUR_MS } from '../../src/sandbox/telemetry/noise.ts';
import { receptions } from '../../src/sandbox/telemetry/reception.ts';
import { gatewaysOf, traitsOf, type BeaconTraits } from '../../src/sandbox/telemetry/traits.ts';
import { telemetryDeskStrings } from '../../src/ui/strings/telemetry-desk.ts';
import { telemetryStrings as text } from '../../src/ui/strings/telemetry.ts';
import { goTo, readable } from './journey.ts';
import type { SentRequest } from './stream-journey.ts';

const ownBeacons = fleetOf(DEFAULT_SEED).flatMap((device) => {
  if (device.deviceType !== 'BEACON' || device.bare || device.access.owner === undefined) return [];
  const traits = traitsOf(DEFAULT_SEED, device.uniqueId);
  return traits?.silent === 'no' ? [traits] : [];
});

/**
 * Returns beacons of the sandbox with full access for the owner, and what they send. Each is out of range at times:
 * these were near in each of the last five hours, and stay near for the half hour of a test.
 */
export function sendingBeacons(
  wanted: (traits: BeaconTraits) => boolean = () => true,
  nowMs: number = Date.now(),
): BeaconTraits[] {
  const isNear = (traits: BeaconTraits): boolean =>
    [-5, -4, -3, -2, -1, -0.5].every((hours) => {
      const fromMs = nowMs + hours * HOUR_MS;
      return receptions(traits, fromMs, fromMs + HOUR_MS, null).length > HOUR_MS / traits.intervalMs / 2;
    });
  return ownBeacons.filter((traits) => wanted(traits) && isNear(traits));
}

/**
 * Returns gateways of the sandbox that hear the owner's beacons. Each is away at times, for half an hour or more: these
 * were there in the last hour, and stay for the half hour of a test.
 */
export function hearingGateways(nowMs: number = Date.now()): string[] {
  return gatewaysOf(DEFAULT_SEED).filter((gateway) => {
    const via = new Set([gateway]);
    for (let fromMs = nowMs - HOUR_MS; fromMs < nowMs + HOUR_MS / 2; fromMs += HOUR_MS / 6) {
      const counts = ownBeacons.map((traits) => receptions(traits, fromMs, fromMs + HOUR_MS / 6, via).length);
      if (counts.reduce((sum, count) => sum + count, 0) < 100) return false;
    }
    return true;
  });
}

/** Returns the queries of the telemetry requests among these. */
export function telemetryQueries(sent: readonly SentRequest[]): URL[] {
  return sent.filter(({ url }) => url.includes('/v3/telemetry')).map(({ url }) => new URL(url));
}

export interface QuerySteps {
  readonly by?: 'devices' | 'gateways';
  /** Typed, one per line. */
  readonly ids?: readonly string[];
  readonly preset?: keyof typeof text.presets;
  readonly size?: number;
}

const form = (page: Page) => page.locator('fk-telemetry-query');
const select = (page: Page, name: string) => form(page).locator(`fk-field[name="${name}"] select`);

export async function openTelemetry(page: Page): Promise<void> {
  await goTo(page, '/telemetry');
  await openedWithRead(page);
}

/** Waits until the page's first automatic request has ended, and dismisses its outcome. */
async function openedWithRead(page: Page): Promise<void> {
  await page.locator('[data-checked="fresh"]').waitFor();
  // The page requests nothing when it was checked a moment ago.
  const dismiss = page.locator('fk-telemetry-status').getByRole('button', { name: text.outcome.dismiss, exact: true });
  if ((await dismiss.count()) > 0) await dismiss.click();
}

/** Where nothing was loaded yet, its button stands on the page; otherwise behind the options. */
export async function openQueryForm(page: Page): Promise<void> {
  const opens = (name: string) => page.locator('fk-telemetry-page').getByRole('button', { name, exact: true });
  await opens(text.options).or(opens(text.chooseQuery)).first().click();
  if (await opens(text.options).isVisible()) await opens(text.chooseQuery).click();
  await page.getByRole('dialog', { name: text.query.title }).waitFor();
}

async function chooseNone(page: Page): Promise<void> {
  const none = form(page).getByRole('button', { name: text.query.none, exact: true });
  if ((await none.count()) > 0) await none.click();
}

/** Fills the form, replacing its values, and submits it. */
export async function sendQuery(
  page: Page,
  { by = 'devices', ids = [], preset = 'lastHour', size = 1000 }: QuerySteps,
): Promise<void> {
  await openQueryForm(page);
  await form(page).locator(`input[type="radio"][value="${by}"]`).check();
  await chooseNone(page);
  const extra = form(page).locator(`fk-field[name="${by}"] textarea`);
  if (!(await extra.isVisible())) await form(page).getByText(text.query.extra[by], { exact: true }).first().click();
  await extra.fill(ids.join('\n'));
  await select(page, 'preset').selectOption(preset);
  const sizeField = form(page).locator('fk-field[name="size"] input');
  if (!(await sizeField.isVisible())) await form(page).getByText(text.query.more, { exact: true }).click();
  await sizeField.fill(String(size));
  await submitQuery(page);
}

async function submitQuery(page: Page): Promise<void> {
  await form(page).getByRole('button', { name: text.query.go, exact: true }).click();
}

/** Submits a query long enough to need confirmation, and confirms it in full. */
export async function agreeToAll(page: Page): Promise<void> {
  await page
    .locator('fk-telemetry-page')
    .getByRole('button', { name: telemetryDeskStrings.estimate.all, exact: true })
    .click();
}

/** Returns the text shown at the end of a request, and dismisses it. */
export async function queryEnded(page: Page): Promise<string> {
  const status = page.locator('fk-telemetry-status');
  const dismiss = status.getByRole('button', { name: text.outcome.dismiss, exact: true });
  // An ordinary end is announced to screen readers only.
  const result = status.locator('.aside [role=status]').filter({ hasText: /\S/ });
  await dismiss.or(result).first().waitFor({ state: 'attached' });
  const says = await readable(status);
  if (await dismiss.isVisible()) await dismiss.click();
  return says;
}

export async function showView(page: Page, view: 'fleet' | 'records' | 'charts' | 'alarms'): Promise<void> {
  const places = page.getByRole('group', { name: text.places.label });
  await places
    .getByRole('button', { name: new RegExp(`^${view === 'records' ? text.places.records : text.views[view]}`) })
    .click();
}

/** Returns the shown table of records: heads and rows. */
export async function recordTable(page: Page): Promise<{ readonly heads: string[]; readonly rows: string[][] }> {
  return page.locator('fk-telemetry-records table').evaluate((table) => {
    const words = (cell: Element): string => (cell.textContent ?? '').replace(/\s+/g, ' ').trim();
    return {
      heads: [...table.querySelectorAll('thead th')].map(words),
      rows: [...table.querySelectorAll('tbody tr:has(td)')].map((row) =>
        [...row.querySelectorAll('th, td')].map(words),
      ),
    };
  });
}
