/** The request form on a narrow phone: nothing extends beyond the edge. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { clear, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import { action, field, fill, focused, readable, the, visibleIn } from '../../../../test/support/roles.ts';
import { scriptedDrafts, scriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import { draftStrings } from '../../strings/drafts.ts';
import { telemetryStrings as text } from '../../strings/telemetry.ts';
import './query-form.ts';
import type { FkTelemetryQuery } from './query-form.ts';

describe('the form of a telemetry request', () => {
  afterEach(async () => {
    clear();
    await setViewport({ width: 1280, height: 800 });
  });

  it('keeps typed values when it is closed and opened again, until the telemetry is requested', async () => {
    const { drafts } = scriptedServices();
    const template = html`<fk-telemetry-query .drafts=${drafts} .beacons=${new Set(['t1'])} open></fk-telemetry-query>`;
    const left = await place<FkTelemetryQuery>(template);
    await settled(left);
    action(left, text.query.extra.devices).click();
    fill(left, text.query.extra.devices, 'aB3d');
    await settled(left);
    left.remove();
    expect(JSON.stringify(scriptedDrafts.get('telemetry-query')?.draft)).to.contain('"devices":"aB3d"');
    const form = await place<FkTelemetryQuery>(template);
    await settled(form);
    expect(readable(form)).to.contain(draftStrings.discard);
    expect(field(form, text.query.extra.devices).value).to.equal('aB3d');
    the(form, 'button', text.query.go).click();
    await until(() => scriptedDrafts.size === 0);
    form.remove();
    expect([...scriptedDrafts]).to.deep.equal([]);
  });

  it('opens with the beacons ticked that are ticked in the page', async () => {
    const devices = ['t1', 't2'].map((trackingId) => ({
      uniqueId: trackingId,
      title: `Door ${trackingId}`,
      isGateway: false,
      trackingId,
    }));
    const form = await place<FkTelemetryQuery>(
      html`<fk-telemetry-query .devices=${devices} .beacons=${new Set(['t2'])} open></fk-telemetry-query>`,
    );
    await settled(form);
    const isTicked = (name: string): boolean => the<HTMLInputElement>(form, 'checkbox', new RegExp(name)).checked;
    expect([isTicked('Door t1'), isTicked('Door t2')]).to.deep.equal([false, true]);
  });

  it('names each missing value until it is typed, and focuses the first such field', async () => {
    const devices = [{ uniqueId: 'id1', title: 'Door 1', isGateway: false, trackingId: 't1' }];
    const form = await place<FkTelemetryQuery>(
      html`<fk-telemetry-query .devices=${devices} open></fk-telemetry-query>`,
    );
    await settled(form);
    the(form, 'button', text.query.go).click();
    await settled(form);
    expect(readable(form)).to.contain(text.query.faults['ids none']);
    expect(focused()).to.equal(the(form, 'checkbox', /Door 1/));
    the(form, 'checkbox', /Door 1/).click();
    await settled(form);
    expect(readable(form)).not.to.contain(text.query.faults['ids none']);
  });

  for (const width of [320, 390]) {
    it(`is not cut off and does not scroll sideways on a screen of ${width} px`, async () => {
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
      for (const folded of [text.query.extra.devices, text.query.more]) action(form, folded).click();
      await settled(form);
      const over = visibleIn(form).filter((one) => one.getBoundingClientRect().right > width + 1);
      expect(over.map((one) => `${one.localName} ${Math.round(one.getBoundingClientRect().right)}`)).to.deep.equal([]);
    });
  }
});
