/** The table of pages: address, title, code and place in the bar. */
import { pathPart } from '../../domain/address-part.ts';
import { deviceKind } from '../../domain/device-kind.ts';
import type { Route, RouteParams } from './router.ts';
import { shellStrings } from '../strings/shell.ts';

/** `none`: a page that belongs to no place. */
export type PlaceId = 'today' | 'devices' | 'jobs' | 'telemetry' | 'integrations' | 'more' | 'none';

/** A page that another page shows beside its own content. */
export interface SidePage {
  readonly tag: string;
  readonly label: string;
}

/** Returns the type of a device by its ID: null when it is not in the list, undefined while the list is not read. */
export type DeviceTypeOf = (uniqueId: string) => string | null | undefined;

export interface PageRoute extends Route {
  readonly tag: string;
  /** The page that `tag` shows beside its own content on wide screens. */
  readonly sheet?: SidePage;
  /** Loads the page's code, which defines `tag`. */
  readonly load: () => Promise<unknown>;
  readonly place: PlaceId;
  /** Default: the one in the words of the shell by the page's id (page-title.ts). */
  readonly title?: (params: RouteParams, deviceType: DeviceTypeOf) => string;
  /**
   * Heading in the app's header, for a page whose content already shows the name, or which reports one; '' until it is
   * known. Defaults to the title.
   */
  readonly heading?: PageRoute['title'];
  /** Path of the header's back arrow; without it there is none. `connected`: an account is. `isWide`: the rail is shown. */
  readonly back?: (params: RouteParams, connected: boolean, isWide: boolean) => string | null;
  /** The page may be shown while no account is connected. */
  readonly withoutAccount?: true;
}

/**
 * A page as it is listed. Its element is named by its id, such as `fk-new-job-page` by `newJob`; its back arrow leads to the page
 * above it in its address, else to the first page of its place. `sheet`: its label, beside the list of devices.
 */
type Page = Omit<PageRoute, 'tag' | 'sheet' | 'place'> & { readonly tag?: string; readonly sheet?: string };

const { titles } = shellStrings;
const devicesPage = () => import('../pages/devices/devices-page.ts');
const labelsPage = () => import('../pages/labels/labels-page.ts');
const idOf = (params: RouteParams): string => params['uniqueId'] ?? '';

const PAGES: Readonly<Record<PlaceId, readonly Page[]>> = {
  none: [
    {
      id: 'welcome',
      pattern: '/',
      load: () => import('../pages/welcome/welcome-page.ts'),
      withoutAccount: true,
    },
  ],
  today: [
    { id: 'overview', pattern: '/overview', load: () => import('../pages/overview/overview-page.ts') },
    { id: 'guide', pattern: '/practice', load: () => import('../pages/guide/guide-page.ts'), back: () => null },
    { id: 'runList', pattern: '/run', load: () => import('../pages/run-list/run-list-page.ts') },
    {
      id: 'run',
      pattern: '/run/:uniqueId',
      load: () => import('../pages/run/run-page.ts'),
      title: (params) => titles.run(idOf(params)),
    },
    { id: 'outbox', pattern: '/outbox', load: () => import('../pages/outbox/outbox-page.ts') },
  ],
  devices: [
    { id: 'devices', pattern: '/devices', load: devicesPage },
    {
      id: 'device',
      pattern: '/devices/:uniqueId',
      tag: 'fk-devices-page',
      // On a laptop the device is shown beside the list.
      load: () => Promise.all([devicesPage(), import('../pages/device/device-page.ts')]),
      title: (params, deviceType) => titles.device(idOf(params), deviceKind(deviceType(idOf(params)) ?? '')),
      heading(params, deviceType) {
        const type = deviceType(idOf(params));
        return type === undefined ? '' : titles.kinds[deviceKind(type ?? '')];
      },
    },
    {
      id: 'configure',
      pattern: '/devices/:uniqueId/configure',
      load: () => import('../pages/configure/configure-page.ts'),
      title: (params) => titles.configure(idOf(params)),
    },
    {
      id: 'command',
      pattern: '/devices/:uniqueId/commands/:command',
      load: () => import('../pages/command/command-page.ts'),
      title: (params) => titles.command(idOf(params)),
      heading: () => '',
    },
    { id: 'orders', pattern: '/orders', load: () => import('../pages/orders/orders-page.ts') },
    {
      id: 'move',
      pattern: '/move',
      sheet: titles.move,
      load: () => Promise.all([devicesPage(), import('../pages/ownership/give-page.ts')]),
    },
    {
      id: 'share',
      pattern: '/share',
      sheet: titles.share,
      load: () => Promise.all([devicesPage(), import('../pages/ownership/give-page.ts')]),
    },
    {
      id: 'configureMany',
      pattern: '/configure',
      load: () => import('../pages/configure/configure-many-page.ts'),
    },
    { id: 'fetchMany', pattern: '/packages', load: () => import('../pages/configure/pending-many-pages.ts') },
    { id: 'withdrawMany', pattern: '/withdraw', load: () => import('../pages/configure/pending-many-pages.ts') },
    {
      id: 'deviceTable',
      pattern: '/device-table',
      load: () => import('../pages/device-table/device-table-page.ts'),
    },
    {
      id: 'tags',
      pattern: '/tags',
      sheet: titles.tags,
      load: () => Promise.all([devicesPage(), import('../pages/tags/tags-page.ts')]),
    },
    { id: 'labels', pattern: '/labels', load: labelsPage },
  ],
  jobs: [
    { id: 'jobs', pattern: '/jobs', load: () => import('../pages/jobs/jobs-page.ts') },
    { id: 'newJob', pattern: '/jobs/new', load: () => import('../pages/jobs/new-job-page.ts') },
    { id: 'takeOver', pattern: '/jobs/take-over', load: () => import('../pages/jobs/take-over-page.ts') },
    {
      id: 'job',
      pattern: '/jobs/:jobId',
      load: () => import('../pages/jobs/job-page.ts'),
      // The page names the job once it has been read.
      heading: () => '',
    },
    {
      id: 'handOver',
      pattern: '/jobs/:jobId/hand-over',
      tag: 'fk-job-hand-over-page',
      load: () => import('../pages/jobs/job-hand-over-page.ts'),
    },
    { id: 'labels', pattern: '/jobs/:jobId/labels', load: labelsPage },
    {
      id: 'jobReport',
      pattern: '/jobs/:jobId/report',
      load: () => import('../pages/jobs/job-report-page.ts'),
      heading: () => '',
    },
    {
      id: 'jobRun',
      pattern: '/jobs/:jobId/run',
      load: () => import('../pages/jobs/job-run-page.ts'),
      heading: () => '',
    },
    {
      id: 'reportCheck',
      pattern: '/report-check',
      load: () => import('../pages/report-check/report-check-page.ts'),
      back: (_, connected) => (connected ? '/jobs' : '/more'),
      withoutAccount: true,
    },
  ],
  telemetry: [
    {
      id: 'telemetry',
      pattern: '/telemetry',
      load: () => import('../pages/telemetry/telemetry-page.ts'),
      back: (_params, _connected, isWide) => (isWide ? null : '/more'),
    },
  ],
  integrations: [
    {
      id: 'streams',
      pattern: '/streams',
      load: () => import('../pages/streams/streams-page.ts'),
      heading: () => titles.integrations,
      back: () => '/more',
    },
    {
      id: 'inspector',
      pattern: '/inspector',
      load: () => import('../pages/inspector/inspector-page.ts'),
      back: () => '/more',
      withoutAccount: true,
    },
  ],
  more: [
    {
      id: 'more',
      pattern: '/more',
      load: () => import('../pages/more/more-page.ts'),
      back: (_, connected) => (connected ? null : '/'),
      withoutAccount: true,
    },
    {
      id: 'connect',
      pattern: '/connect',
      load: () => import('../pages/connect/connect-page.ts'),
      back: () => '/',
      withoutAccount: true,
    },
    { id: 'phoneCheck', pattern: '/check-phone', load: () => import('../pages/phone-check/phone-check-page.ts') },
  ],
};

export const pageRoutes: readonly PageRoute[] = (Object.keys(PAGES) as PlaceId[]).flatMap((place) =>
  PAGES[place].map(({ sheet, ...page }) => {
    const tag = `fk-${page.id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page`;
    const elements = sheet === undefined ? { tag } : { tag: 'fk-devices-page', sheet: { tag, label: sheet } };
    return { ...elements, back: backOf(page, PAGES[place]), ...page, place };
  }),
);

function backOf({ pattern }: Page, place: readonly Page[]): PageRoute['back'] {
  const above = place.findLast((page) => pattern.startsWith(`${page.pattern}/`)) ?? place[0]!;
  const pathAbove = (params: RouteParams): string =>
    above.pattern.replace(/:(\w+)/g, (_, name: string) => pathPart(params[name] ?? ''));
  return above.pattern === pattern ? undefined : pathAbove;
}
