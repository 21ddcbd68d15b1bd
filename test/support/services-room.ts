/** Provides the services of a page to the elements inside it in tests, as the app does. */
import { accountContext, appContext, type AccountServices } from '../../src/ui/shell/services.ts';

export function provideFromPages(room: HTMLElement): void {
  room.addEventListener('context-request', (event) => {
    if (event.context !== accountContext && event.context !== appContext) return;
    const page = event.composedPath().find((node): node is HTMLElement & { services: AccountServices } => {
      return 'services' in node && node.services !== undefined;
    });
    if (page === undefined) return;
    event.stopPropagation();
    (event.callback as (services: AccountServices) => void)(page.services);
  });
}
