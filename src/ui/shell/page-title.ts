/** The title of a page: in the browser's tab and, unless the page has a heading of its own, in the app's header. */
import type { RouteMatch } from './router.ts';
import type { DeviceTypeOf, PageRoute } from './routes.ts';
import { shellStrings as text } from '../strings/shell.ts';

export function titleOf(match: RouteMatch<PageRoute> | null, deviceType: DeviceTypeOf): string {
  if (match === null) return text.titles.unknown;
  const { route, params } = match;
  const titles: Readonly<Record<string, unknown>> = text.titles;
  const title = route.title?.(params, deviceType) ?? titles[route.id];
  return typeof title === 'string' ? title : '';
}

/** Shows it in the browser's tab, with the name of the app unless the title is that name. */
export function showTitle(title: string): void {
  document.title = title === text.titles.welcome ? title : text.documentTitle(title);
}
