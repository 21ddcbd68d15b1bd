/** The devices as a table in its own frame, with functions that open it, wait for it, read it and press keys. */
import { html } from 'lit';
import type { FkDevicesPage } from '../../src/ui/pages/devices/devices-page.ts';
import '../../src/ui/pages/devices/devices-page.ts';
import { fixtureDevices } from './fixture-rows.ts';
import { deepAll, place, settled } from './page-place.ts';
import {
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from './scripted-services.ts';

const fresh = { completedAtMs: Date.now() };

export async function openTable(
  count: number,
  values: ScriptedValues = {},
  uniqueId = '',
  answers: ScriptedAnswers = {},
): Promise<{ page: FkDevicesPage; services: ScriptedServices }> {
  const services = scriptedServices({ devices: { devices: fixtureDevices(count), ...fresh }, ...values }, answers);
  const frame = await place(
    html`<div class="frame"><fk-devices-page .services=${services} .uniqueId=${uniqueId}></fk-devices-page></div>`,
  );
  frame.style.setProperty('position', 'relative');
  frame.style.setProperty('height', '700px');
  const page = frame.querySelector('fk-devices-page')!;
  await done(page);
  return { page, services };
}

export async function done(page: FkDevicesPage): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  await settled(page);
}

export const links = (page: FkDevicesPage): HTMLAnchorElement[] => deepAll<HTMLAnchorElement>(page, 'a[data-index]');
export const rowOf = (link: HTMLAnchorElement): HTMLElement => link.closest<HTMLElement>('[role=row]')!;
export const heads = (page: FkDevicesPage): HTMLElement[] => deepAll(page, '[role=columnheader]');
export const head = (page: FkDevicesPage, words: string): HTMLElement =>
  heads(page).find((one) => one.textContent.includes(words))!;
export const windowOf = (page: FkDevicesPage) => deepAll(page, 'fk-device-window')[0]!;
export const key = async (page: FkDevicesPage, name: string, shiftKey = false): Promise<void> => {
  windowOf(page).dispatchEvent(
    new KeyboardEvent('keydown', { key: name, shiftKey, bubbles: true, composed: true, cancelable: true }),
  );
  await done(page);
};
export const focused = (page: FkDevicesPage): string | null | undefined =>
  windowOf(page).shadowRoot!.activeElement?.getAttribute('data-index');
