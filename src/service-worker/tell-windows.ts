/** Sends the app's windows what only the worker knows. */
import type { AlarmCheckMessage, InstallFaultMessage, TroubleMessage } from './messages.ts';

/** `more` widens which windows are meant: as a rule only those that the worker controls. */
export async function tellWindows(
  { clients }: ServiceWorkerGlobalScope,
  message: AlarmCheckMessage | InstallFaultMessage | TroubleMessage,
  more: { readonly includeUncontrolled?: true } = {},
): Promise<void> {
  for (const client of await clients.matchAll({ type: 'window', ...more })) client.postMessage(message);
}

/** Sends the name and the code of `error`, for Diagnostics. Never rejects. */
export async function reportTrouble(scope: ServiceWorkerGlobalScope, error: unknown): Promise<void> {
  const { name, code } = (error ?? {}) as { readonly name?: unknown; readonly code?: unknown };
  await tellWindows(scope, {
    type: 'worker-trouble',
    name: typeof name === 'string' ? name.slice(0, 40) : 'Error',
    code: typeof code === 'string' ? code.slice(0, 40) : null,
  });
}
