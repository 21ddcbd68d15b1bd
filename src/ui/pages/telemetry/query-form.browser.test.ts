/** The request form on a narrow phone: nothing extends beyond the edge. */
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import { action, clear, deepAll, place, readable, settled } from '../../../../test/support/page-place.ts';
import { scriptedDrafts, scriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import { draftStrings } from '../../strings/drafts.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import './query-form.ts';
import type { FkTelemetryQuery } from './query-form.ts';

describe('fk-telemetry-query', () => {
  afterEach(async () => {
    clear();
    await setViewport({ width: 1280, height: 800 });
  });

  it('keeps what was typed when it is closed and opened again, until it is requested', async () => {
    const { drafts } = scriptedServices();
    const template = html`<fk-telemetry-query .drafts=${drafts} .beacons=${new Set(['t1'])} open></fk-telemetry-query>`;
    const left = await place<FkTelemetryQuery>(template);
    await settled(left);
    const extra = (form: Element): HTMLTextAreaElement => deepAll<HTMLTextAreaElement>(form, 'textarea')[0]!;
    extra(left).value = 'aB3d';
    extra(left).dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await settled(left);
    left.remove();
    expect(JSON.stringify(scriptedDrafts.get('telemetry-query')?.draft)).to.contain('"devices":"aB3d"');
    const form = await place<FkTelemetryQuery>(template);
    await settled(form);
    expect(readable(form)).to.contain(draftStrings.discard);
    expect(extra(form).value).to.equal('aB3d');
    action(form, telemetryStrings.query.go).click();
    await until(() => scriptedDrafts.size === 0);
    form.remove();
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  for (const width of [320, 390]) {
    it(`fits ${width} pixels`, async () => {
      await setViewport({ width, height: 844 });
      const devices = Array.from({ length: 20 }, (_, n) => ({
        uniqueId: `id${n}`,
        title: `Behind the third ceiling panel ${n}`,
        isGateway: false,
        trackingId: `t${n}`,
      }));
      const form = await place<FkTelemetryQuery>(
        html`<fk-telemetry-query .devices=${devices} .beacons=${new Set(['t1'])} open></fk-telemetry-query>`,
      );
      await settled(form);
      const over = deepAll(form, 'fk-field, fk-range-field, fk-telemetry-picker, fk-button, ul, fieldset').filter(
        (one) => one.getBoundingClientRect().right > width + 1,
      );
      expect(over.map((one) => `${one.localName} ${Math.round(one.getBoundingClientRect().right)}`)).to.deep.equal([]);
    });
  }
});
