/** What this phone knows of an account's streams, over starts of the app. */
import { expect } from '@open-wc/testing';
import { knownStreamsKey } from '../names.ts';
import { openKnownStreams } from './known-streams.ts';

describe('the known streams of an account', () => {
  afterEach(() => localStorage.removeItem(knownStreamsKey('a')));

  it('are empty until the backend has shown a stream', () => {
    const known = openKnownStreams('a');
    known.onStreamRead('telemetry', false);
    expect([known.hasStream.value, openKnownStreams('a').hasStream.value]).to.deep.equal([false, false]);
  });

  it('are remembered at the next start for that account alone, until its last stream is gone', () => {
    const known = openKnownStreams('a');
    known.onStreamRead('telemetry', true);
    known.onStreamRead('position', true);
    expect(known.hasStream.value).to.equal(true);
    const later = openKnownStreams('a');
    expect([later.hasStream.value, openKnownStreams('b').hasStream.value]).to.deep.equal([true, false]);
    later.onStreamRead('telemetry', false);
    expect(later.hasStream.value).to.equal(true);
    later.onStreamRead('position', false);
    expect([later.hasStream.value, openKnownStreams('a').hasStream.value]).to.deep.equal([false, false]);
  });
});
