/** The form that each language's words keep to: English's own, with any text in place of the English one. A missing word is a type error. */
export type Words<T> = T extends string
  ? string
  : T extends (...args: infer A) => infer R
    ? (...args: A) => Words<R>
    : T extends ReadonlySet<unknown> | number | boolean | null | undefined
      ? T
      : { readonly [K in keyof T]: Words<T[K]> };

/** The files of words; each has a door of its name beside this file. */
export interface Catalogue {
  readonly bulk: Words<typeof import('./en/bulk.ts')>;
  readonly changes: Words<typeof import('./en/changes.ts')>;
  readonly chart: Words<typeof import('./en/chart.ts')>;
  readonly commands: Words<typeof import('./en/commands.ts')>;
  readonly configure: Words<typeof import('./en/configure.ts')>;
  readonly connect: Words<typeof import('./en/connect.ts')>;
  readonly deviceList: Words<typeof import('./en/device-list.ts')>;
  readonly listOptions: Words<typeof import('./en/list-options.ts')>;
  readonly devices: Words<typeof import('./en/devices.ts')>;
  readonly devicePage: Words<typeof import('./en/device-page.ts')>;
  readonly elements: Words<typeof import('./en/elements.ts')>;
  readonly evening: Words<typeof import('./en/evening.ts')>;
  readonly failures: Words<typeof import('./en/failures.ts')>;
  readonly fileFaults: Words<typeof import('./en/file-faults.ts')>;
  readonly guide: Words<typeof import('./en/guide.ts')>;
  readonly handOver: Words<typeof import('./en/hand-over.ts')>;
  readonly help: Words<typeof import('./en/help.ts')>;
  readonly history: Words<typeof import('./en/history.ts')>;
  readonly inspector: Words<typeof import('./en/inspector.ts')>;
  readonly jobs: Words<typeof import('./en/jobs.ts')>;
  readonly keys: Words<typeof import('./en/keys.ts')>;
  readonly notices: Words<typeof import('./en/notices.ts')>;
  readonly label: Words<typeof import('./en/label.ts')>;
  readonly outbox: Words<typeof import('./en/outbox.ts')>;
  readonly overview: Words<typeof import('./en/overview.ts')>;
  readonly ownership: Words<typeof import('./en/ownership.ts')>;
  readonly palette: Words<typeof import('./en/palette.ts')>;
  readonly parts: Words<typeof import('./en/parts.ts')>;
  readonly frame: Words<typeof import('./en/frame.ts')>;
  readonly placePurposes: Words<typeof import('./en/place-purposes.ts')>;
  readonly places: Words<typeof import('./en/places.ts')>;
  readonly practice: Words<typeof import('./en/practice.ts')>;
  readonly report: Words<typeof import('./en/report.ts')>;
  readonly rescue: Words<typeof import('./en/rescue.ts')>;
  readonly run: Words<typeof import('./en/run.ts')>;
  readonly settings: Words<typeof import('./en/settings.ts')>;
  readonly shell: Words<typeof import('./en/shell.ts')>;
  readonly slowStart: Words<typeof import('./en/slow-start.ts')>;
  readonly streams: Words<typeof import('./en/streams.ts')>;
  readonly telemetryDesk: Words<typeof import('./en/telemetry-desk.ts')>;
  readonly telemetry: Words<typeof import('./en/telemetry.ts')>;
  readonly transfer: Words<typeof import('./en/transfer.ts')>;
  readonly welcome: Words<typeof import('./en/welcome.ts')>;
}
export type Noun = keyof Catalogue;
