/** The streams page with something to do in both rows at once: neither disturbs the other. */
import { expect } from '@open-wc/testing';
import { settled } from '../../../../test/support/page-place.ts';
import { fill, has, readable, the } from '../../../../test/support/roles.ts';
import {
  CLOUD,
  field,
  fillCloud,
  hasBoth,
  hasCloud,
  open,
  press,
  strike,
  type,
  type Opened,
} from '../../../../test/support/streams-page-place.ts';
import { nextTurn, until as soon } from '../../../../test/support/until.ts';
import { elementStrings } from '../../strings/elements.ts';
import { streamStrings } from '../../strings/streams.ts';
import './streams-page.ts';

const row = ({ page }: Opened, name: 'Telemetry' | 'Position'): HTMLElement => the(page, 'region', name);

const writesTo = ({ sent }: Opened): string[] =>
  sent.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url.split('/').at(-1)}`);

/** Pauses telemetry, with an answer that gets lost when it is let through. */
async function pauseWithoutAnswer(opened: Opened): Promise<void> {
  await opened.until(streamStrings.standingText.on);
  await strike({ name: 'lost', times: 1, match: { method: 'PATCH' } })(opened.backend);
  await press(row(opened, 'Telemetry'), streamStrings.steps.pause);
}

async function letThrough(opened: Opened, answer: () => void): Promise<void> {
  const before = opened.sent.length;
  answer();
  await soon(() => opened.sent.length > before, 'the stream is read again');
  await nextTurn();
  await settled(opened.page);
}

describe('the rows of the two streams', () => {
  let gate: Promise<void>;
  let answer: () => void;

  beforeEach(() => {
    gate = new Promise((resolve) => (answer = resolve));
  });

  it('keep the open form of one stream and its typed values when the answer for the other stream comes late', async () => {
    const opened = await open({ before: hasCloud(true), gate });
    const { page, until } = opened;
    await pauseWithoutAnswer(opened);
    await press(row(opened, 'Position'), streamStrings.steps.create);
    await fillCloud(page);
    await type(page, 'streamName', 'positions');
    await letThrough(opened, answer);
    expect(has(page, 'heading', streamStrings.createHeading('position'))).to.equal(true);
    expect(field(page, 'streamName').value).to.equal('positions');
    expect(readable(page)).not.to.contain(streamStrings.unanswered);
    await press(page, streamStrings.createAction);
    await until(streamStrings.done.create);
    expect(writesTo(opened)).to.deep.equal(['PATCH telemetry', 'PUT position']);
    expect(opened.sent.find(({ method }) => method === 'PUT')!.body).to.contain('positions');
    expect(readable(row(opened, 'Telemetry'))).to.contain(streamStrings.unanswered);
    expect(readable(row(opened, 'Position'))).not.to.contain(streamStrings.unanswered);
  });

  it('keep the open form of one stream when the form of the other is cancelled while its values are sent', async () => {
    const opened = await open({ gate });
    const { page, until } = opened;
    await until(streamStrings.about.telemetry);
    await press(row(opened, 'Telemetry'), streamStrings.steps.create);
    await fillCloud(page);
    await press(page, streamStrings.createAction);
    await press(page, streamStrings.cancel);
    await press(row(opened, 'Position'), streamStrings.steps.create);
    await type(page, 'streamName', 'positions');
    answer();
    await until(streamStrings.done.create);
    expect(opened.heard).to.deep.equal([`Telemetry: ${streamStrings.done.create}`]);
    expect(has(page, 'heading', streamStrings.createHeading('position'))).to.equal(true);
    expect(field(page, 'streamName').value).to.equal('positions');
  });

  it('keep the question whether to delete one stream when the answer for the other stream comes late', async () => {
    const opened = await open({ before: hasBoth, gate });
    const { page, until } = opened;
    await pauseWithoutAnswer(opened);
    await press(row(opened, 'Position'), streamStrings.steps.delete);
    await letThrough(opened, answer);
    expect(readable(the(page, 'dialog'))).to.contain(streamStrings.deleteHeading('position'));
    fill(page, elementStrings.confirm.type('cons'), 'cons');
    await settled(page);
    await press(the(page, 'dialog'), streamStrings.deleteAction);
    await until(streamStrings.done.delete);
    expect(writesTo(opened)).to.deep.equal(['PATCH telemetry', 'DELETE position']);
  });

  it('keep the message and the typed values of one stream after each step with the other stream', async () => {
    const opened = await open({ before: hasBoth });
    const { page, until } = opened;
    await until(streamStrings.standingText.on);
    await press(row(opened, 'Telemetry'), streamStrings.steps.change);
    await type(page, 'region', 'us-east-1');
    await press(page, streamStrings.changeAction);
    const dropped = 'no longer shows: endpoint and stream name';
    await until(dropped);
    await press(row(opened, 'Position'), streamStrings.readAgain);
    await press(row(opened, 'Position'), streamStrings.steps.change);
    await press(page, streamStrings.cancel);
    await press(row(opened, 'Position'), streamStrings.steps.pause);
    await until(streamStrings.done.pause);
    expect(readable(row(opened, 'Telemetry'))).to.contain(dropped);
    await press(row(opened, 'Telemetry'), streamStrings.typeAgain);
    expect([field(page, 'endpoint').value, field(page, 'region').value]).to.deep.equal([CLOUD.endpoint, 'us-east-1']);
  });
});
