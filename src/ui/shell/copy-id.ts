/** Copies an ID (elements/id) to the clipboard and says whether it worked. */
import type { CopyEvent } from '../elements/id/id.ts';
import { SayEvent } from '../shared/say.ts';
import { shellStrings as text } from '../strings/shell.ts';

/**
 * Copies the value and dispatches the message from the pressed element, because a page may show messages itself; from
 * `app` when that element is gone.
 */
export async function copyId(event: CopyEvent, app: Element): Promise<void> {
  const [origin] = event.composedPath();
  const message = await navigator.clipboard.writeText(event.value).then(
    () => text.copied(event.value),
    () => text.copyFailed,
  );
  const from = origin instanceof Element && origin.isConnected ? origin : app;
  from.dispatchEvent(new SayEvent(message));
}
