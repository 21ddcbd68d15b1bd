/** Clauses 5 and 9: keys, media types and versions; clause 7 as far as it is documented. */
import { describe, expect, it } from 'vitest';
import { openTarget } from '../target.ts';

const target = await openTarget();

describe('5 authentication', () => {
  it('5.1 a v3 request with the key is answered, one with a wrong key is not', async () => {
    expect((await target.v3('GET', '/streams/telemetry')).status).toBe(200);
    const wrong = await target.v3('GET', '/streams/telemetry', undefined, { 'api-key': 'no-such-key' });
    expect([401, 403]).toContain(wrong.status);
  });

  it('5.1 a legacy request without a key is refused', async () => {
    expect((await target.legacy('/device?maxResult=1')).status).toBe(200);
    expect([401, 403]).toContain((await target.legacy('/device?maxResult=1', { 'api-key': null })).status);
    expect([401, 403]).toContain((await target.legacy('/device?maxResult=1', { 'api-key': 'no-such-key' })).status);
  });

  it('5.3 a stream’s own credentials are never returned', async () => {
    for (const type of ['position', 'telemetry']) {
      const { text } = await target.v3('GET', `/streams/${type}`);
      expect(text).not.toMatch(/"(accessKey|secretKey|sharedAccessKey)"/);
    }
  });
});

describe('9 versioning', () => {
  it('9.1 the v3 interface answers in JSON below /v3', async () => {
    const answer = await target.v3('GET', '/streams/position');
    expect([answer.status, answer.contentType]).toEqual([200, expect.stringMatching(/json/)]);
  });

  it('9.2 the legacy interface takes version 10 of the media type and refuses another', async () => {
    const other = await target.legacy('/device?maxResult=1', { accept: 'application/vnd.com.nobody+json;version=0' });
    expect(other.status).toBeGreaterThanOrEqual(400);
  });
});
