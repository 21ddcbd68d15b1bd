/** The title of a page: in the browser's tab and, unless the page has a heading of its own, in the app's header. */
import type { RouteMatch } from './router.ts';
import type { PageRoute } from './routes.ts';
import { shellStrings as text } from '../strings/shell.ts';

/** `deviceType` returns the type of a device in the stored list by its ID, or null when it is not in the list. */
export function titleOf(match: RouteMatch<PageRoute> | null, deviceType: (uniqueId: string) => string | null): string {
  return match === null ? text.titles.unknown : match.route.title(match.params, deviceType);
}

/** Shows it in the browser's tab, with the name of the app unless the title is that name. */
export function showTitle(title: string): void {
  document.title = title === text.titles.welcome ? title : text.documentTitle(title);
}
