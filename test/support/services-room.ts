/** In tests a page that is given its services stands in for the app: what is drawn within it asks and gets the same. */
import { servicesContext, type Services } from '../../src/ui/shell/services.ts';

export function provideFromPages(room: HTMLElement): void {
  room.addEventListener('context-request', (event) => {
    if (event.context !== servicesContext) return;
    const page = event.composedPath().find((node): node is HTMLElement & { services: Services } => {
      return 'services' in node && node.services !== undefined;
    });
    if (page === undefined) return;
    event.stopPropagation();
    (event.callback as (services: Services) => void)(page.services);
  });
}
