/** The request form on a narrow phone: nothing extends beyond the edge. */
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { html } from 'lit';
import { clear, deepAll, place, settled } from '../../../../test/support/page-place.ts';
import './query-form.ts';
import type { FkTelemetryQuery } from './query-form.ts';

describe('fk-telemetry-query', () => {
  afterEach(async () => {
    clear();
    await setViewport({ width: 1280, height: 800 });
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
