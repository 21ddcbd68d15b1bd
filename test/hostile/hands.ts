/** Actions of a person in a place, a fixed time for all places, and a refusal with hostile text. */
import type { BackendFailure } from '../../src/domain/backend-failure.ts';
import type { FkField } from '../../src/ui/elements/field/field.ts';
import '../../src/ui/pages/command/command-page.ts';
import '../../src/ui/pages/configure/configure-page.ts';
import '../../src/ui/pages/device/device-page.ts';
import '../../src/ui/pages/devices/device-window.ts';
import '../../src/ui/pages/devices/devices-page.ts';
import '../../src/ui/pages/devices/list-options.ts';
import '../../src/ui/pages/orders/orders-page.ts';
import '../../src/ui/pages/ownership/give-page.ts';
import { type Stage } from './place.ts';

export const NOW = Date.UTC(2026, 4, 5, 12);

export const failureOf = (message: string, field: string, fault: string): BackendFailure => ({
  kind: 'invalid',
  status: 422,
  message,
  fields: [{ field, message: fault }],
  retryAfterMs: null,
});
/** Types into the named field, of several into the one at this place. */
export function type(stage: Stage, name: string, text: string, at = 0): void {
  const field = stage.findAll<FkField>('fk-field').filter((one) => one.name === name)[at];
  const control =
    field?.shadowRoot?.querySelector<HTMLInputElement>('input, textarea') ??
    stage.findAll<HTMLInputElement>('input').find((one) => one.name === name);
  if (!control) throw new Error(`no field ${name}`);
  control.value = text;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Presses the button with the label `words`. */
export function press(stage: Stage, words: string): void {
  const found = stage.findAll('fk-button, button').find((one) => one.textContent?.trim().startsWith(words));
  if (found === undefined) throw new Error(`no button "${words}"`);
  found.click();
}
