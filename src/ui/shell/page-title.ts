/** The title of a page: in the browser's tab and, unless the page has a heading of its own, in the app's header. */
import type { RouteMatch } from './router.ts';
import type { DeviceTypeOf, PageRoute } from './routes.ts';
import { shellStrings as text } from '../strings/shell.ts';

export function titleOf(match: RouteMatch<PageRoute> | null, deviceType: DeviceTypeOf): string {
  return match === null ? text.titles.unknown : match.route.title(match.params, deviceType);
}

/** Shows it in the browser's tab, with the name of the app unless the title is that name. */
export function showTitle(title: string): void {
  document.title = title === text.titles.welcome ? title : text.documentTitle(title);
}
