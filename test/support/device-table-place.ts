/** The devices as a table or a list in a frame, with functions that open it, wait for it, read it and press keys. */
import { html } from 'lit';
import type { FkDevicesPage } from '../../src/ui/pages/devices/devices-page.ts';
import '../../src/ui/pages/devices/devices-page.ts';
import { deviceStrings } from '../../src/ui/strings/devices.ts';
import { fixtureDevices } from './fixture-rows.ts';
import { place, settled } from './page-place.ts';
import { all, focused, readable } from './roles.ts';
import {
  scriptedServices,
  type ScriptedAnswers,
  type ScriptedServices,
  type ScriptedValues,
} from './scripted-services.ts';
import { nextTurn } from './until.ts';

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
  await nextTurn();
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  await settled(page);
}

const listOf = (page: FkDevicesPage): HTMLElement | undefined =>
  ['grid', 'list'].flatMap((role) => all(page, role, deviceStrings.listLabel))[0];

/** Returns the link of each drawn row. */
export const links = (page: FkDevicesPage): HTMLAnchorElement[] => {
  const list = listOf(page);
  return list === undefined ? [] : all<HTMLAnchorElement>(list, 'link');
};
export const rowOf = (part: Element): HTMLElement => part.closest<HTMLElement>('[role=row], li')!;
export const heads = (page: FkDevicesPage): HTMLElement[] => all(page, 'columnheader');
export const head = (page: FkDevicesPage, words: string): HTMLElement =>
  heads(page).find((one) => readable(one) === words)!;
export const cellOf = (page: FkDevicesPage, link: HTMLAnchorElement, words: string): HTMLElement =>
  all(rowOf(link), 'gridcell')[heads(page).findIndex((one) => readable(one) === words)]!;

/** Returns what scrolls the rows. */
export function windowOf(page: FkDevicesPage): HTMLElement {
  let at: Node | null | undefined = listOf(page);
  while (!(at instanceof HTMLElement) || getComputedStyle(at).overflowY !== 'auto')
    at = at instanceof ShadowRoot ? at.host : at!.parentNode;
  return at;
}

export const key = async (page: FkDevicesPage, name: string, shiftKey = false): Promise<void> => {
  listOf(page)!.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, shiftKey, bubbles: true, composed: true, cancelable: true }),
  );
  await done(page);
};

/** Returns the place of the focused row among all devices, from 1; NaN while none has the focus. */
export function focusedRow(): number {
  const row = focused()?.closest('[role=row], li');
  // The heading is the first row of a table.
  return row?.role === 'row' ? Number(row.ariaRowIndex) - 1 : Number(row?.ariaPosInSet ?? Number.NaN);
}
