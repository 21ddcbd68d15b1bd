/** How the emulated backend answers where the documents leave it open: one choice a line, in plain words. */
import type { SandboxOptions } from '../backend/state.ts';

export interface AnswerChoice {
  readonly label: string;
  readonly option: keyof SandboxOptions;
  readonly choices: readonly { readonly value: string | number | boolean | null; readonly label: string }[];
}

export const ANSWER_CHOICES: readonly AnswerChoice[] = [
  {
    label: 'An order that was used before',
    option: 'usedOrderStatus',
    choices: [
      { value: 409, label: '409, conflict' },
      { value: 422, label: '422, not valid' },
    ],
  },
  {
    label: 'Devices of an order appear',
    option: 'orderImportSeconds',
    choices: [
      { value: 0, label: 'at once' },
      { value: 10, label: 'after 10 seconds' },
      { value: 120, label: 'after 2 minutes' },
    ],
  },
  {
    label: 'Orders, moves and shares are answered',
    option: 'writeAnswer',
    choices: [
      { value: 'empty', label: '204, no body' },
      { value: 'message', label: '200, a message' },
    ],
  },
  {
    label: 'An encrypted package comes',
    option: 'encryptShape',
    choices: [
      { value: 'list', label: 'in a list' },
      { value: 'object', label: 'as an object of one device' },
      { value: 'bare', label: 'bare, as text' },
      { value: 'bareAsJson', label: 'bare, called JSON' },
      { value: 'bareAsHtml', label: 'bare, called HTML' },
    ],
  },
  {
    label: 'A package that is fetched again',
    option: 'samePackage',
    choices: [
      { value: false, label: 'is a new one' },
      { value: true, label: 'is the same one' },
    ],
  },
  {
    label: 'Devices asked for by id',
    option: 'deviceFilter',
    choices: [
      { value: 'served', label: 'those alone' },
      { value: 'ignored', label: 'the whole list' },
    ],
  },
  {
    label: 'Devices a page at most',
    option: 'devicePageMost',
    choices: [
      { value: null, label: '500' },
      { value: 40, label: '40' },
    ],
  },
  {
    label: 'Times of a new configuration',
    option: 'recordTimes',
    choices: [
      { value: 'both', label: 'created and updated' },
      { value: 'createdOnly', label: 'created alone' },
      { value: 'zoneless', label: 'without a zone' },
    ],
  },
  {
    label: 'Battery and last sign of life of a device',
    option: 'deviceHealth',
    choices: [
      { value: 'numbers', label: 'numbers' },
      { value: 'text', label: 'the battery as text' },
      { value: 'status', label: 'within status' },
    ],
  },
  {
    label: 'Telemetry, requests a minute',
    option: 'telemetryPerMinute',
    choices: [
      { value: 30, label: '30' },
      { value: 5, label: '5' },
      { value: null, label: 'any number' },
    ],
  },
  {
    label: 'Telemetry, longest range',
    option: 'telemetryMaxSpanHours',
    choices: [
      { value: 24, label: '24 hours' },
      { value: null, label: 'any' },
    ],
  },
  {
    label: 'Telemetry without a range',
    option: 'telemetryRangeRequired',
    choices: [
      { value: false, label: 'the last 24 hours' },
      { value: true, label: '400, required' },
    ],
  },
  {
    label: 'Latest telemetry (/v3/telemetry/latest)',
    option: 'telemetryLatest',
    choices: [
      { value: 'served', label: 'served' },
      { value: 'notFound', label: '404, no such call' },
    ],
  },
  {
    label: 'Telemetry, largest page',
    option: 'telemetryMaxSize',
    choices: [
      { value: 2000, label: '2,000 records' },
      { value: 100, label: '100, else 400' },
    ],
  },
  {
    label: 'What a page of telemetry says of the next',
    option: 'telemetryPageFacts',
    choices: [
      { value: 'whole', label: 'all' },
      { value: 'text', label: 'as text, no links' },
      { value: 'none', label: 'nothing' },
    ],
  },
  {
    label: 'Times of telemetry records',
    option: 'telemetryTimes',
    choices: [
      { value: 'given', label: 'given' },
      { value: 'none', label: 'left out' },
    ],
  },
  {
    label: 'Tracking IDs',
    option: 'trackingIdCase',
    choices: [
      { value: 'lower', label: 'in lower case' },
      { value: 'upper', label: 'in upper case' },
    ],
  },
  {
    label: 'Telemetry by beacon and by gateway at once',
    option: 'telemetryBothFilters',
    choices: [
      { value: 'refused', label: '400' },
      { value: 'trackingId', label: 'the gateway is ignored' },
      { value: 'sourceId', label: 'the beacon is ignored' },
    ],
  },
  {
    label: 'A stream’s destination that is changed',
    option: 'streamPatch',
    choices: [
      { value: 'replaces', label: 'replaces the old one and its secrets' },
      { value: 'merges', label: 'is merged into the old one' },
    ],
  },
  {
    label: 'What is shown of a stream',
    option: 'streamShows',
    choices: [
      { value: 'all', label: 'all but its secrets' },
      { value: 'little', label: 'neither region nor key name' },
      { value: 'otherKind', label: 'a destination of another kind' },
    ],
  },
  {
    label: 'What a new stream needs',
    option: 'streamNeeds',
    choices: [
      { value: 'all', label: 'every field' },
      { value: 'little', label: 'its endpoint' },
    ],
  },
];
