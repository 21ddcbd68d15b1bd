/** Elements for messages and states: track, counter, status, notices, progress, steps and toasts. */
import { html } from 'lit';
import type { TrackSummary } from '../../src/domain/track-marks.ts';
import * as icons from '../../src/ui/kit/icons.ts';
import { TONES } from '../../src/ui/kit/tokens.ts';
import type { StepLine } from '../../src/ui/elements/steps/steps.ts';
import { state, type Specimen } from './specimen.ts';
import { TYPICAL_TRACKS } from '../../src/domain/typical-tracks.ts';
import '../../src/ui/elements/basics.ts';
import '../../src/ui/elements/receipt-counter/receipt-counter.ts';
import '../../src/ui/elements/steps/steps.ts';
import '../../src/ui/elements/toast/toast.ts';

const STATUS_WORDS = {
  neutral: 'Waiting',
  done: 'Verified',
  attention: 'Not verified',
  stop: 'Refused',
  info: 'Practice',
} as const;

const summaries = Object.keys(TYPICAL_TRACKS) as TrackSummary[];

const stepsUnderWay: readonly StepLine[] = [
  { label: 'Connected', state: 'done', elapsedMs: 1240 },
  { label: 'Package written', state: 'done', detail: '188 bytes', elapsedMs: 860 },
  {
    label: 'Waiting for the beacon',
    state: 'now',
    detail: 'Keep the phone near; this takes up to 20 s',
    elapsedMs: 3200,
  },
  { label: 'Read the receipt', state: 'waiting' },
  { label: 'Save the receipt twice', state: 'waiting' },
];

const stepsEnded: readonly StepLine[] = [
  { label: 'Connected', state: 'done', elapsedMs: 900 },
  {
    label: 'Package written',
    state: 'uncertain',
    detail: 'The link dropped while the beacon may have changed',
  },
  { label: 'Read the receipt', state: 'failed', detail: 'The beacon answered with nothing' },
];

export const messageSpecimens: readonly Specimen[] = [
  {
    name: 'fk-track',
    states: [
      ...summaries.map((summary) =>
        state(`card ${summary}`, () => html`<fk-track .track=${TYPICAL_TRACKS[summary]}></fk-track>`),
      ),
      state('head receipt', () => html`<fk-track size="head" .track=${TYPICAL_TRACKS.receipt}></fk-track>`),
      state('head uncertain', () => html`<fk-track size="head" .track=${TYPICAL_TRACKS.uncertain}></fk-track>`),
      state(
        'rows',
        () =>
          html`${summaries.map((summary) => html`<div><fk-track size="row" words .track=${TYPICAL_TRACKS[summary]}></fk-track></div>`)}`,
      ),
      state('row without words', () => html`<fk-track size="row" .track=${TYPICAL_TRACKS.sent}></fk-track>`),
    ],
  },
  {
    name: 'fk-receipt-counter',
    states: [
      state('none', () => html`<fk-receipt-counter count="0"></fk-receipt-counter>`),
      state('one', () => html`<fk-receipt-counter count="1"></fk-receipt-counter>`),
      state('three, a link', () => html`<fk-receipt-counter count="3" href="#outbox"></fk-receipt-counter>`),
      state(
        'wait for the key',
        () => html`<fk-receipt-counter count="1230" key-waiting href="#outbox"></fk-receipt-counter>`,
      ),
    ],
  },
  {
    name: 'fk-status',
    states: TONES.map((tone) => state(tone, () => html`<fk-status .tone=${tone}>${STATUS_WORDS[tone]}</fk-status>`)),
  },
  {
    name: 'fk-notice',
    states: [
      state(
        'stop with details',
        () => html`<fk-notice tone="stop" text="The beacon refused the package: its token is not newer than the last one.">
        <fk-button slot="action">Fetch another package</fk-button>
        <code slot="details">Plain response, result 7 (token expired)</code>
      </fk-notice>`,
      ),
      state(
        'attention',
        () => html`<fk-notice tone="attention" text="Stay on this screen: the second copy of the receipt is missing.">
        <fk-button slot="action" variant="primary">Save the copy again</fk-button>
      </fk-notice>`,
      ),
      state('info', () => html`<fk-notice text="A new version is ready. It starts after this run."></fk-notice>`),
      state('done', () => html`<fk-notice tone="done" text="Verified by the backend."></fk-notice>`),
      state(
        'neutral',
        () =>
          html`<fk-notice tone="neutral" text="This browser has no Web Bluetooth; everything but the radio works."></fk-notice>`,
      ),
    ],
  },
  {
    name: 'fk-empty',
    states: [
      state(
        'with action',
        () =>
          html`<fk-empty text="No receipts are waiting to be sent." .icon=${icons.receiptIcon}><fk-button
            slot="action">Go to devices</fk-button></fk-empty>`,
      ),
    ],
  },
  {
    name: 'fk-skeleton',
    states: [
      state('rows', () => html`<fk-skeleton count="3"></fk-skeleton>`),
      state('card', () => html`<fk-skeleton shape="card" count="1" label="Loading the device"></fk-skeleton>`),
      state('text', () => html`<fk-skeleton shape="text" count="3"></fk-skeleton>`),
    ],
  },
  {
    name: 'fk-progress',
    states: [
      state(
        'known end',
        () =>
          html`<fk-progress label="Packages" done="61" total="118" doing="Fetching the package of fk3Qa7" cancellable></fk-progress>`,
      ),
      state(
        'unknown end',
        () =>
          html`<fk-progress label="Reading the device list" doing="Asking for the first page" cancellable></fk-progress>`,
      ),
    ],
  },
  {
    name: 'fk-toast',
    states: [
      state('silent', () => html`<fk-toast></fk-toast>`),
      state('said', () => html`<fk-toast .message=${{ message: 'Id copied' }}></fk-toast>`),
      state(
        'undo',
        () => html`<fk-toast .message=${{ message: 'Package of fk3Qa7 removed', undo: () => undefined }}></fk-toast>`,
      ),
    ],
  },
  {
    name: 'fk-steps',
    states: [
      state('under way', () => html`<fk-steps label="Steps of this run" .steps=${stepsUnderWay}></fk-steps>`),
      state('ends', () => html`<fk-steps .steps=${stepsEnded}></fk-steps>`),
    ],
  },
];
