/** The table of pages: address, title, code and place in the bar. */
import { deviceKind } from '../../domain/device-kind.ts';
import type { Route, RouteParams } from './router.ts';
import { devicePath, jobPath } from './router.ts';
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
  /** Path of the header's back arrow; without it there is none. `connected`: an account is. */
  readonly back?: (params: RouteParams, connected: boolean) => string | null;
  /** The page may be shown while no account is connected. */
  readonly withoutAccount?: true;
}

const { titles } = shellStrings;
const devicesPage = () => import('../pages/devices/devices-page.ts');
const labelsPage = () => import('../pages/labels/labels-page.ts');
const idOf = (params: RouteParams): string => params['uniqueId'] ?? '';

export const pageRoutes: readonly PageRoute[] = [
  {
    id: 'welcome',
    pattern: '/',
    tag: 'fk-welcome-page',
    load: () => import('../pages/welcome/welcome-page.ts'),
    place: 'none',
    withoutAccount: true,
  },
  {
    id: 'connect',
    pattern: '/connect',
    tag: 'fk-connect-page',
    load: () => import('../pages/connect/connect-page.ts'),
    place: 'more',
    back: () => '/',
    withoutAccount: true,
  },
  {
    id: 'overview',
    pattern: '/overview',
    tag: 'fk-overview-page',
    load: () => import('../pages/overview/overview-page.ts'),
    place: 'today',
  },
  {
    id: 'guide',
    pattern: '/practice',
    tag: 'fk-guide-page',
    load: () => import('../pages/guide/guide-page.ts'),
    place: 'today',
  },
  {
    id: 'devices',
    pattern: '/devices',
    tag: 'fk-devices-page',
    load: devicesPage,
    place: 'devices',
  },
  {
    id: 'device',
    pattern: '/devices/:uniqueId',
    tag: 'fk-devices-page',
    // On a laptop the device is shown beside the list.
    load: () => Promise.all([devicesPage(), import('../pages/device/device-page.ts')]),
    place: 'devices',
    title: (params, deviceType) => titles.device(idOf(params), deviceKind(deviceType(idOf(params)) ?? '')),
    heading(params, deviceType) {
      const type = deviceType(idOf(params));
      return type === undefined ? '' : titles.kinds[deviceKind(type ?? '')];
    },
    back: () => '/devices',
  },
  {
    id: 'configure',
    pattern: '/devices/:uniqueId/configure',
    tag: 'fk-configure-page',
    load: () => import('../pages/configure/configure-page.ts'),
    place: 'devices',
    title: (params) => titles.configure(idOf(params)),
    back: (params) => devicePath(idOf(params)),
  },
  {
    id: 'command',
    pattern: '/devices/:uniqueId/commands/:command',
    tag: 'fk-command-page',
    load: () => import('../pages/command/command-page.ts'),
    place: 'devices',
    title: (params) => titles.command(idOf(params)),
    back: (params) => devicePath(idOf(params)),
  },
  {
    id: 'orders',
    pattern: '/orders',
    tag: 'fk-orders-page',
    load: () => import('../pages/orders/orders-page.ts'),
    place: 'devices',
    back: () => '/devices',
  },
  {
    id: 'move',
    pattern: '/move',
    tag: 'fk-devices-page',
    sheet: { tag: 'fk-move-page', label: titles.move },
    load: () => Promise.all([devicesPage(), import('../pages/ownership/give-page.ts')]),
    place: 'devices',
    back: () => '/devices',
  },
  {
    id: 'share',
    pattern: '/share',
    tag: 'fk-devices-page',
    sheet: { tag: 'fk-share-page', label: titles.share },
    load: () => Promise.all([devicesPage(), import('../pages/ownership/give-page.ts')]),
    place: 'devices',
    back: () => '/devices',
  },
  {
    id: 'configureMany',
    pattern: '/configure',
    tag: 'fk-configure-many-page',
    load: () => import('../pages/configure/configure-many-page.ts'),
    place: 'devices',
    back: () => '/devices',
  },
  {
    id: 'fetchMany',
    pattern: '/packages',
    tag: 'fk-fetch-many-page',
    load: () => import('../pages/configure/pending-many-pages.ts'),
    place: 'devices',
    back: () => '/devices',
  },
  {
    id: 'withdrawMany',
    pattern: '/withdraw',
    tag: 'fk-withdraw-many-page',
    load: () => import('../pages/configure/pending-many-pages.ts'),
    place: 'devices',
    back: () => '/devices',
  },
  {
    id: 'deviceTable',
    pattern: '/device-table',
    tag: 'fk-device-table-page',
    load: () => import('../pages/device-table/device-table-page.ts'),
    place: 'devices',
    back: () => '/devices',
  },
  {
    id: 'tags',
    pattern: '/tags',
    tag: 'fk-devices-page',
    sheet: { tag: 'fk-tags-page', label: titles.tags },
    load: () => Promise.all([devicesPage(), import('../pages/tags/tags-page.ts')]),
    place: 'devices',
    back: () => '/devices',
  },
  {
    id: 'labels',
    pattern: '/labels',
    tag: 'fk-labels-page',
    load: labelsPage,
    place: 'devices',
    back: () => '/devices',
  },
  {
    id: 'runList',
    pattern: '/run',
    tag: 'fk-run-list-page',
    load: () => import('../pages/run-list/run-list-page.ts'),
    place: 'today',
    back: () => '/overview',
  },
  {
    id: 'run',
    pattern: '/run/:uniqueId',
    tag: 'fk-run-page',
    load: () => import('../pages/run/run-page.ts'),
    place: 'today',
    title: (params) => titles.run(idOf(params)),
    back: () => '/run',
  },
  {
    id: 'jobs',
    pattern: '/jobs',
    tag: 'fk-jobs-page',
    load: () => import('../pages/jobs/jobs-page.ts'),
    place: 'jobs',
  },
  {
    id: 'newJob',
    pattern: '/jobs/new',
    tag: 'fk-new-job-page',
    load: () => import('../pages/jobs/new-job-page.ts'),
    place: 'jobs',
    back: () => '/jobs',
  },
  {
    id: 'takeOver',
    pattern: '/jobs/take-over',
    tag: 'fk-take-over-page',
    load: () => import('../pages/jobs/take-over-page.ts'),
    place: 'jobs',
    back: () => '/jobs',
  },
  {
    id: 'job',
    pattern: '/jobs/:jobId',
    tag: 'fk-job-page',
    load: () => import('../pages/jobs/job-page.ts'),
    place: 'jobs',
    // The page names the job once it has been read.
    heading: () => '',
    back: () => '/jobs',
  },
  {
    id: 'handOver',
    pattern: '/jobs/:jobId/hand-over',
    tag: 'fk-job-hand-over-page',
    load: () => import('../pages/jobs/job-hand-over-page.ts'),
    place: 'jobs',
    back: (params) => jobPath(params['jobId'] ?? ''),
  },
  {
    id: 'labels',
    pattern: '/jobs/:jobId/labels',
    tag: 'fk-labels-page',
    load: labelsPage,
    place: 'jobs',
    back: (params) => jobPath(params['jobId'] ?? ''),
  },
  {
    id: 'jobReport',
    pattern: '/jobs/:jobId/report',
    tag: 'fk-job-report-page',
    load: () => import('../pages/jobs/job-report-page.ts'),
    place: 'jobs',
    heading: () => '',
    back: (params) => jobPath(params['jobId'] ?? ''),
  },
  {
    id: 'jobRun',
    pattern: '/jobs/:jobId/run',
    tag: 'fk-job-run-page',
    load: () => import('../pages/jobs/job-run-page.ts'),
    place: 'jobs',
    heading: () => '',
    back: (params) => jobPath(params['jobId'] ?? ''),
  },
  {
    id: 'outbox',
    pattern: '/outbox',
    tag: 'fk-outbox-page',
    load: () => import('../pages/outbox/outbox-page.ts'),
    place: 'today',
    back: () => '/overview',
  },
  {
    id: 'telemetry',
    pattern: '/telemetry',
    tag: 'fk-telemetry-page',
    load: () => import('../pages/telemetry/telemetry-page.ts'),
    place: 'telemetry',
  },
  {
    id: 'more',
    pattern: '/more',
    tag: 'fk-more-page',
    load: () => import('../pages/more/more-page.ts'),
    place: 'more',
    back: (_, connected) => (connected ? null : '/'),
    withoutAccount: true,
  },
  {
    id: 'phoneCheck',
    pattern: '/check-phone',
    tag: 'fk-phone-check-page',
    load: () => import('../pages/phone-check/phone-check-page.ts'),
    place: 'more',
    back: () => '/more',
  },
  {
    id: 'streams',
    pattern: '/streams',
    tag: 'fk-streams-page',
    load: () => import('../pages/streams/streams-page.ts'),
    place: 'integrations',
    heading: () => titles.integrations,
    back: () => '/more',
  },
  {
    id: 'inspector',
    pattern: '/inspector',
    tag: 'fk-inspector-page',
    load: () => import('../pages/inspector/inspector-page.ts'),
    place: 'integrations',
    back: () => '/more',
    withoutAccount: true,
  },
  {
    id: 'reportCheck',
    pattern: '/report-check',
    tag: 'fk-report-check-page',
    load: () => import('../pages/report-check/report-check-page.ts'),
    place: 'jobs',
    back: (_, connected) => (connected ? '/jobs' : '/more'),
    withoutAccount: true,
  },
];
