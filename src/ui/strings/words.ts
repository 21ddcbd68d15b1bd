/** The form that each language's words keep to: English's own, with any text in place of the English one. A missing word is a type error. */
import type * as bulk from './en/bulk.ts';
import type * as changes from './en/changes.ts';
import type * as chart from './en/chart.ts';
import type * as commands from './en/commands.ts';
import type * as configure from './en/configure.ts';
import type * as connect from './en/connect.ts';
import type * as deviceList from './en/device-list.ts';
import type * as listOptions from './en/list-options.ts';
import type * as devices from './en/devices.ts';
import type * as devicePage from './en/device-page.ts';
import type * as elements from './en/elements.ts';
import type * as evening from './en/evening.ts';
import type * as failures from './en/failures.ts';
import type * as fileFaults from './en/file-faults.ts';
import type * as guide from './en/guide.ts';
import type * as handOver from './en/hand-over.ts';
import type * as help from './en/help.ts';
import type * as history from './en/history.ts';
import type * as incoming from './en/incoming.ts';
import type * as inspector from './en/inspector.ts';
import type * as jobs from './en/jobs.ts';
import type * as keys from './en/keys.ts';
import type * as noBluetooth from './en/no-bluetooth.ts';
import type * as notices from './en/notices.ts';
import type * as label from './en/label.ts';
import type * as outbox from './en/outbox.ts';
import type * as overview from './en/overview.ts';
import type * as ownership from './en/ownership.ts';
import type * as palette from './en/palette.ts';
import type * as places from './en/places.ts';
import type * as practice from './en/practice.ts';
import type * as report from './en/report.ts';
import type * as rescue from './en/rescue.ts';
import type * as run from './en/run.ts';
import type * as settings from './en/settings.ts';
import type * as shell from './en/shell.ts';
import type * as slowStart from './en/slow-start.ts';
import type * as streams from './en/streams.ts';
import type * as telemetryDesk from './en/telemetry-desk.ts';
import type * as telemetry from './en/telemetry.ts';
import type * as transfer from './en/transfer.ts';
import type * as welcome from './en/welcome.ts';

export type Words<T> = T extends string
  ? string
  : T extends (...args: infer A) => infer R
    ? (...args: A) => Words<R>
    : T extends ReadonlySet<unknown> | number | boolean | null | undefined
      ? T
      : { readonly [K in keyof T]: Words<T[K]> };

/** The files of words; each has a door of its name beside this file. */
export interface Catalogue {
  readonly bulk: Words<typeof bulk>;
  readonly changes: Words<typeof changes>;
  readonly chart: Words<typeof chart>;
  readonly commands: Words<typeof commands>;
  readonly configure: Words<typeof configure>;
  readonly connect: Words<typeof connect>;
  readonly deviceList: Words<typeof deviceList>;
  readonly listOptions: Words<typeof listOptions>;
  readonly devices: Words<typeof devices>;
  readonly devicePage: Words<typeof devicePage>;
  readonly elements: Words<typeof elements>;
  readonly evening: Words<typeof evening>;
  readonly failures: Words<typeof failures>;
  readonly fileFaults: Words<typeof fileFaults>;
  readonly guide: Words<typeof guide>;
  readonly handOver: Words<typeof handOver>;
  readonly help: Words<typeof help>;
  readonly history: Words<typeof history>;
  readonly incoming: Words<typeof incoming>;
  readonly inspector: Words<typeof inspector>;
  readonly jobs: Words<typeof jobs>;
  readonly keys: Words<typeof keys>;
  readonly noBluetooth: Words<typeof noBluetooth>;
  readonly notices: Words<typeof notices>;
  readonly label: Words<typeof label>;
  readonly outbox: Words<typeof outbox>;
  readonly overview: Words<typeof overview>;
  readonly ownership: Words<typeof ownership>;
  readonly palette: Words<typeof palette>;
  readonly places: Words<typeof places>;
  readonly practice: Words<typeof practice>;
  readonly report: Words<typeof report>;
  readonly rescue: Words<typeof rescue>;
  readonly run: Words<typeof run>;
  readonly settings: Words<typeof settings>;
  readonly shell: Words<typeof shell>;
  readonly slowStart: Words<typeof slowStart>;
  readonly streams: Words<typeof streams>;
  readonly telemetryDesk: Words<typeof telemetryDesk>;
  readonly telemetry: Words<typeof telemetry>;
  readonly transfer: Words<typeof transfer>;
  readonly welcome: Words<typeof welcome>;
}
export type Noun = keyof Catalogue;
