/**
 * The streams page with the real use cases and the sandbox backend: every state, every outcome, and no leaked secrets.
 */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { clear, faultsInThemes, faultsOf, place, settled } from '../../../../test/support/page-place.ts';
import { testStates } from '../../../../test/support/page-states.ts';
import { action, announced, has, hasAction, readable, the } from '../../../../test/support/roles.ts';
import { scriptedDrafts, scriptedServices } from '../../../../test/support/scripted-services.ts';
import type { FkStreamsPage } from './streams-page.ts';
import './streams-page.ts';
import { until } from '../../../../test/support/until.ts';
import { draftStrings } from '../../strings/drafts.ts';
import { streamStrings } from '../../strings/streams.ts';
import {
  ACCESS,
  SECRET,
  HUB_SECRET,
  open,
  request,
  strike,
  CLOUD,
  HUB,
  hasCloud,
  hasHub,
  field,
  type,
  chooseEventHub,
  press,
  fillCloud,
  writes,
} from '../../../../test/support/streams-page-place.ts';

describe('the page of streams', () => {
  describe('with unsaved text', () => {
    it('restores typed values except secrets when the form is opened again, until the stream is created', async () => {
      const first = await open();
      await first.until(streamStrings.steps.create);
      await press(first.page, streamStrings.steps.create);
      await fillCloud(first.page);
      const again = await open();
      const stored = JSON.stringify([...scriptedDrafts]);
      expect(stored).to.contain(CLOUD.streamName);
      for (const secret of [ACCESS, SECRET]) expect(stored).not.to.contain(secret);
      await again.until(streamStrings.steps.create);
      await press(again.page, streamStrings.steps.create);
      for (const [name, value] of Object.entries(CLOUD)) expect(field(again.page, name).value, name).to.equal(value);
      expect([field(again.page, 'accessKey').value, field(again.page, 'secretKey').value]).to.deep.equal(['', '']);
      expect(hasAction(again.page, draftStrings.discard)).to.equal(true);
      expect(await faultsOf(again.page)).to.deep.equal([]);
      await type(again.page, 'accessKey', ACCESS);
      await type(again.page, 'secretKey', SECRET);
      await press(again.page, streamStrings.createAction);
      if (hasAction(again.page, streamStrings.sendAsItIs)) await press(again.page, streamStrings.sendAsItIs);
      await until(() => writes(again).length > 0);
      await until(() => !hasAction(again.page, streamStrings.cancel));
      expect([...scriptedDrafts]).to.deep.equal([]);
    });

    it('keeps only the changed values of an existing stream, and shows them in place of the values of the backend', async () => {
      const first = await open({ before: hasCloud(true) });
      await first.until(streamStrings.steps.change);
      await press(first.page, streamStrings.steps.change);
      await type(first.page, 'streamName', 'beacons-test');
      const again = await open({
        before: async (backend) => (
          await hasCloud(true)(backend),
          request(backend, 'PATCH', '/v3/streams/telemetry', { cloudStream: { region: 'us-east-1' } })
        ),
      });
      await again.until(streamStrings.steps.change);
      await press(again.page, streamStrings.steps.change);
      expect([field(again.page, 'streamName').value, field(again.page, 'region').value]).to.deep.equal([
        'beacons-test',
        'us-east-1',
      ]);
      await press(again.page, draftStrings.discard);
      expect(field(again.page, 'streamName').value).to.equal('');
      expect([...scriptedDrafts]).to.deep.equal([]);
    });

    it('keeps no text of a field that contains a secret', async () => {
      const { page, until: shown } = await open();
      await shown(streamStrings.steps.create);
      await press(page, streamStrings.steps.create);
      await type(page, 'streamName', 'beacons');
      await type(page, 'endpoint', 'https://me:swordfish@a.example');
      await open();
      expect(JSON.stringify([...scriptedDrafts]))
        .to.contain('beacons')
        .and.not.to.contain('swordfish');
    });
  });

  testStates(open, {
    'says what a stream is when none is set up': { shows: 'A record is sent each time the cloud receives telemetry' },
    'says that a stream which is not found may be one that the key cannot see': {
      given: { before: strike({ name: 'status', status: 404 }) },
      shows: 'or your key has no access to it',
    },
    'says of a paused stream that nothing is sent': {
      given: { before: hasCloud(false) },
      shows: 'Nothing is sent until you resume it.',
    },
    'says of an event hub that is on that records are sent': {
      given: { before: hasHub },
      shows: 'Records are sent to the destination as they arrive.',
    },
    'names the fields of a stream that the backend does not show': {
      given: {
        before: async (backend) => {
          await hasCloud(true)(backend);
          await request(backend, 'PATCH', '/v3/streams/telemetry', { cloudStream: { region: 'us-east-1' } });
        },
      },
      shows: 'The backend does not show for this stream: endpoint and stream name.',
    },
    'says that it knows no destination of the kind that the backend shows': {
      given: {
        before: async (backend) => {
          await hasCloud(true)(backend);
          await request(backend, 'POST', '/control/options', { streamShows: 'otherKind' });
        },
      },
      shows: 'shows no destination that this app knows',
    },
    'says why the streams could not be read': {
      given: { before: strike({ name: 'status', status: 503 }) },
      shows: 'The backend reports an error of its own.',
    },
    'says that streams are read with a network only': {
      given: { before: strike({ name: 'offline' }), values: { app: { online: false } } },
      shows: streamStrings.offline,
    },
    'shows in practice the records that the stream sends': {
      given: { before: hasCloud(true), practice: true },
      shows: streamStrings.tail.state.pushing,
    },
  });

  describe('with axe as the check', () => {
    it('has no fault while it is loading, nor when its code cannot be loaded', async () => {
      const page = await place<FkStreamsPage>(
        html`<fk-streams-page .services=${scriptedServices()}></fk-streams-page>`,
      );
      await until(() => announced(page).includes(streamStrings.loading));
      expect(await faultsOf(page)).to.deep.equal([]);
      let tries = 0;
      const failing = scriptedServices(
        {},
        { streams: () => ((tries += 1), Promise.reject(new TypeError('not fetched'))) },
      );
      const missing = await place<FkStreamsPage>(html`<fk-streams-page .services=${failing}></fk-streams-page>`);
      await settled(missing);
      expect(readable(missing)).to.contain('could not be loaded');
      expect(await faultsOf(missing)).to.deep.equal([]);
      await press(missing, 'Try again');
      expect(tries).to.equal(2);
    });

    it('has no fault with an empty form that shows errors, nor with a form that is filled in', async () => {
      const { page, until } = await open();
      await until('A record is sent each time the cloud receives telemetry');
      await press(page, streamStrings.steps.create);
      await press(page, streamStrings.permissions);
      expect(readable(page)).to.contain('Publish metric data');
      await press(page, 'Create');
      expect(readable(page)).to.contain('Fix 2 fields.');
      expect(await faultsInThemes(page)).to.deep.equal([]);
      await fillCloud(page);
      await type(page, 'region', 'us-east-1');
      expect(readable(page)).to.contain('The endpoint contains the region eu-west-1');
      expect(await faultsInThemes(page)).to.deep.equal([]);
    });
  });

  it('has a row for each kind of stream, whose button sets up or resumes that stream', async () => {
    const opened = await open({ before: hasCloud(true) });
    const { page, until } = opened;
    await until(streamStrings.standingText.on);
    expect(readable(page)).to.contain(streamStrings.intro);
    const [telemetry, position] = ['Telemetry', 'Position'].map((name) => the(page, 'region', name));
    expect(hasAction(telemetry!, streamStrings.steps.create)).to.equal(false);
    expect(hasAction(position!, streamStrings.steps.change)).to.equal(false);
    action(position!, streamStrings.steps.create).click();
    await settled(page);
    expect(has(page, 'heading', streamStrings.createHeading('position'))).to.equal(true);
    await fillCloud(page);
    await press(page, streamStrings.createAction);
    await until(streamStrings.standingText.paused);
    expect(opened.sent.find(({ method }) => method === 'PUT')!.url).to.contain('/streams/position');
    await press(the(page, 'region', 'Position'), streamStrings.steps.resume);
    await settled(page);
    expect(opened.sent.find(({ method }) => method === 'PATCH')!.url).to.contain('/streams/position');
    expect(await faultsOf(page)).to.deep.equal([]);
  });

  it('creates a stream paused, and resumes it on request', async () => {
    const opened = await open();
    const { page, until } = opened;
    await until('A record is sent each time the cloud receives telemetry');
    await press(page, streamStrings.steps.create);
    await fillCloud(page);
    await press(page, 'Create');
    await until('The stream is set up and paused.');
    expect(writes(opened)).to.deep.equal([
      `PUT ${JSON.stringify({ enabled: false, cloudStream: { ...CLOUD, accessKey: ACCESS, secretKey: SECRET } })}`,
    ]);
    await until('Nothing is sent until you resume it.');
    await press(page, 'Resume');
    await until('Records are sent to the destination as they arrive.');
    expect(writes(opened)[1]).to.equal('PATCH {"enabled":true}');
    await press(page, 'Pause');
    await until('Nothing is sent until you resume it.');
  });

  it('checks the endpoint of an event hub and sends its exact spelling', async () => {
    const opened = await open();
    const { page, until } = opened;
    await until('A record is sent each time the cloud receives telemetry');
    await press(page, streamStrings.steps.create);
    await chooseEventHub(page);
    expect(readable(page)).to.contain('Only cloud data streams can have a fixed key.');
    for (const [name, value] of Object.entries({
      ...HUB,
      endpoint: 'sb://fleet-ns.servicebus.windows.net',
      sharedAccessKey: HUB_SECRET,
    }))
      await type(page, name, value);
    await press(page, 'Create');
    expect(readable(page)).to.contain('it usually ends with a slash.').and.contain('Send anyway');
    expect(await faultsOf(page)).to.deep.equal([]);
    expect(writes(opened)).to.deep.equal([]);
    await type(page, 'endpoint', HUB.endpoint);
    await press(page, 'Create');
    await until('The stream is set up and paused.');
    expect(writes(opened)).to.deep.equal([
      `PUT ${JSON.stringify({ enabled: false, eventHub: { ...HUB, sharedAccessKey: HUB_SECRET } })}`,
    ]);
  });

  it('sends only changed values, names those that the backend dropped, and offers to send the whole configuration', async () => {
    const opened = await open({ before: hasCloud(true) });
    const { page, until } = opened;
    await until('Records are sent to the destination as they arrive.');
    await press(page, 'Change');
    expect(readable(page)).to.contain('Stored, cannot be shown. Leave this empty to keep it.');
    await type(page, 'region', 'us-east-1');
    await press(page, 'Send changes');
    await until('no longer shows: endpoint and stream name');
    expect(writes(opened)).to.deep.equal(['PATCH {"cloudStream":{"region":"us-east-1"}}']);
    expect(readable(page)).to.contain('Enabled').and.not.to.contain('Records are sent to the destination');
    expect(await faultsOf(page)).to.deep.equal([]);
    await press(page, 'Enter it again');
    // The typed change is restored; secrets have to be typed again.
    expect(field(page, 'endpoint').value).to.equal(CLOUD.endpoint);
    await press(page, 'Send everything');
    expect(readable(page)).to.contain('Access key and secret key: left empty');
    await type(page, 'accessKey', ACCESS);
    await type(page, 'secretKey', SECRET);
    await press(page, 'Send everything');
    await until('The stream is changed.');
    expect(writes(opened)[1]).to.equal(
      `PUT ${JSON.stringify({ enabled: true, cloudStream: { ...CLOUD, region: 'us-east-1', accessKey: ACCESS, secretKey: SECRET } })}`,
    );
    expect(hasAction(page, 'Enter it again')).to.equal(false);
  });

  it('replaces the whole configuration when the kind of destination is changed', async () => {
    const opened = await open({ before: hasCloud(true) });
    const { page, until } = opened;
    await until('Records are sent to the destination as they arrive.');
    await press(page, 'Change');
    await chooseEventHub(page);
    expect(readable(page)).to.contain(streamStrings.otherKindSecrets);
    for (const [name, value] of Object.entries({ ...HUB, sharedAccessKey: HUB_SECRET })) await type(page, name, value);
    await press(page, 'Send everything');
    await until('The stream is changed.');
    expect(writes(opened)).to.deep.equal([
      `PUT ${JSON.stringify({ enabled: true, eventHub: { ...HUB, sharedAccessKey: HUB_SECRET } })}`,
    ]);
  });

  it('splits a pasted connection string into its fields, with the key masked', async () => {
    for (const name of ['sharedAccessKeyName', 'endpoint', 'sharedAccessKey']) {
      const opened = await open();
      const { page, until } = opened;
      await until('A record is sent each time the cloud receives telemetry');
      await press(page, streamStrings.steps.create);
      await chooseEventHub(page);
      const string = `Endpoint=${HUB.endpoint};SharedAccessKeyName=${HUB.sharedAccessKeyName};SharedAccessKey=${HUB_SECRET};EntityPath=${HUB.eventHubName}`;
      await type(page, name, string);
      for (const [one, value] of Object.entries(HUB)) expect(field(page, one).value, one).to.equal(value);
      const secret = field(page, 'sharedAccessKey');
      expect(secret.value).to.equal(HUB_SECRET);
      expect(getComputedStyle(secret).getPropertyValue('-webkit-text-security')).to.equal('disc');
      expect(readable(page)).to.contain('Filled in from what you pasted: Endpoint').and.not.to.contain(HUB_SECRET);
      expect(await faultsOf(page)).to.deep.equal([]);
      await press(page, 'Create');
      await until('The stream is set up and paused.');
      expect(writes(opened)).to.deep.equal([
        `PUT ${JSON.stringify({ enabled: false, eventHub: { ...HUB, sharedAccessKey: HUB_SECRET } })}`,
      ]);
      clear();
    }
  });

  it('moves an AWS key out of a visible field, and fills region and name from an ARN', async () => {
    const { page, until } = await open();
    await until('A record is sent each time the cloud receives telemetry');
    await press(page, streamStrings.steps.create);
    const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
    await type(page, 'forcedPartitionKey', secret);
    await type(page, 'endpoint', 'arn:aws:kinesis:eu-west-1:123456789012:stream/beacons-live');
    expect(field(page, 'forcedPartitionKey').value).to.equal('');
    expect(field(page, 'secretKey').value).to.equal(secret);
    expect(field(page, 'streamName').value).to.equal('beacons-live');
    expect(field(page, 'region').value).to.equal('eu-west-1');
    expect(field(page, 'endpoint').value).to.equal('https://kinesis.eu-west-1.amazonaws.com');
  });

  it('accepts an endpoint as the cloud console prints it, and sends unusual values on the second press of the button', async () => {
    const opened = await open({
      before: (backend) => request(backend, 'POST', '/control/options', { streamNeeds: 'little' }),
    });
    const { page, until } = opened;
    await until('A record is sent each time the cloud receives telemetry');
    await press(page, streamStrings.steps.create);
    for (const [name, value] of Object.entries({
      endpoint: 'kinesis.eu-west-1.amazonaws.com',
      streamName: 'beacons-live',
    }))
      await type(page, name, value);
    await press(page, 'Create');
    expect(readable(page)).to.contain('Region, access key, and secret key: left empty').and.not.contain('Endpoint:');
    expect(writes(opened)).to.deep.equal([]);
    await press(page, 'Send anyway');
    await until('The stream is set up and paused.');
    expect(writes(opened)).to.deep.equal([
      'PUT {"enabled":false,"cloudStream":{"endpoint":"kinesis.eu-west-1.amazonaws.com","streamName":"beacons-live"}}',
    ]);
  });

  it('keeps a stream Enabled whose region the backend does not show', async () => {
    const { page, until } = await open({
      before: async (backend) => (
        await hasCloud(true)(backend),
        request(backend, 'POST', '/control/options', { streamShows: 'little' })
      ),
    });
    await until('The backend does not show for this stream: region.');
    expect(readable(page))
      .to.contain('Enabled')
      .and.contain('Region Not shown by the backend')
      .and.contain('Cannot be shown')
      .and.not.match(/cannot send|gone/i);
    expect(hasAction(page, 'Pause')).to.equal(true);
  });
});
