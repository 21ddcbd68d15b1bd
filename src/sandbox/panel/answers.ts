/** The choices for answers of the emulated backend that the interface leaves open. */
import type { SandboxOptions } from '../backend/state.ts';
import { practiceStrings } from '../../ui/strings/practice.ts';

type Value = string | number | boolean | null;
type Words = typeof practiceStrings.answers;
type Option = keyof Words & keyof SandboxOptions;

export interface AnswerChoice {
  readonly label: string;
  readonly option: Option;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
}

/** A list of as many values as there are labels. */
type ValuesFor<Labels extends readonly string[]> = { readonly [At in keyof Labels]: Value };

/** The values of each option, in the order of their labels. */
const VALUES: { readonly [O in Option]: ValuesFor<Words[O]['choices']> } = {
  usedOrderStatus: [409, 422],
  orderImportSeconds: [0, 10, 120],
  gatewayConfig: ['taken', 'refused'],
  gatewayApplySeconds: [20, 0, 120],
  assignAnswer: ['addedDevices', 'empty', 'message'],
  writeAnswer: ['empty', 'message'],
  encryptShape: ['list', 'object', 'bare', 'bareAsJson', 'bareAsHtml'],
  samePackage: [false, true],
  deviceFilter: ['served', 'ignored'],
  devicePageMost: [null, 40],
  recordTimes: ['both', 'createdOnly', 'zoneless'],
  timeSpelling: ['iso', 'seconds'],
  answerType: ['vendor', 'json'],
  deviceFacts: ['vendor', 'few'],
  deviceIds: ['uuid', 'text'],
  macShape: ['both', 'mac', 'macs'],
  attributeShape: ['nested', 'flat'],
  urlShape: ['hex', 'plain'],
  deviceHealth: ['numbers', 'text', 'status'],
  telemetryPerMinute: [30, 5, null],
  telemetryMaxSpanHours: [24, null],
  telemetryRangeRequired: [false, true],
  telemetryLatest: ['served', 'notFound'],
  telemetryMaxSize: [2000, 100],
  telemetryPageFacts: ['whole', 'text', 'none'],
  telemetryTimes: ['given', 'none'],
  trackingIdCase: ['lower', 'upper'],
  telemetryBothFilters: ['refused', 'trackingId', 'sourceId'],
  streamPatch: ['replaces', 'merges'],
  streamShows: ['all', 'little', 'otherKind'],
  streamNeeds: ['all', 'little'],
};

export const ANSWER_CHOICES: readonly AnswerChoice[] = (Object.keys(VALUES) as Option[]).map((option) => {
  const { label, choices } = practiceStrings.answers[option];
  const values: readonly Value[] = VALUES[option];
  return { option, label, choices: values.map((value, at) => ({ value, label: choices[at]! })) };
});
