/** The terms that the help of each page explains. */
import type { helpStrings } from '../strings/help.ts';

export type HelpPage = keyof typeof helpStrings.pages;
type Term = keyof typeof helpStrings.termWords;

export const HELP_TERMS: Readonly<Record<HelpPage, readonly Term[]>> = {
  jobs: ['package', 'receipt', 'verified'],
  newJob: ['package', 'alias'],
  job: ['package', 'pending', 'receipt', 'verified'],
  jobRun: ['run', 'receipt', 'uncertain'],
  welcome: ['key', 'receipt'],
  guide: ['package', 'receipt', 'verified', 'uncertain'],
  connect: ['key'],
  overview: ['pending', 'package', 'receipt', 'silent', 'access'],
  devices: ['alias', 'pending', 'access', 'verified'],
  device: ['pending', 'package', 'receipt', 'alias', 'access'],
  configure: ['package', 'pending'],
  configureMany: ['package', 'pending'],
  fetchMany: ['package', 'pending'],
  withdrawMany: ['package', 'pending'],
  deviceTable: ['alias'],
  tags: ['alias'],
  labels: ['alias'],
  command: ['package', 'run'],
  orders: ['access'],
  move: ['access'],
  share: ['access'],
  runList: ['run', 'package', 'uncertain'],
  run: ['receipt', 'uncertain', 'verified', 'refused'],
  outbox: ['receipt', 'verified', 'notVerified', 'refused'],
  telemetry: ['silent', 'trackingId'],
  streams: ['key'],
  inspector: ['trackingId'],
  handOver: ['package', 'receipt'],
  takeOver: ['package', 'receipt'],
  jobReport: ['verified', 'receipt', 'uncertain'],
  reportCheck: ['verified', 'receipt'],
  phoneCheck: ['receipt'],
  more: ['key', 'receipt'],
};
