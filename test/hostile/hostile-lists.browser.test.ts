/** Names with commas in lists of checkboxes: one checkbox is one name, whatever the name contains. */
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { deepAll, place, settled } from '../support/page-place.ts';
import { contextOf } from '../support/view-context.ts';
import { until } from '../support/until.ts';
import { signal } from '@preact/signals-core';
import { readRecord } from '../../src/domain/telemetry/record.ts';
import type { DrawRequest } from '../../src/ui/pages/inspector/inspector-messages.ts';
import type { Telemetry } from '../../src/use-cases/telemetry/telemetry.ts';
import '../../src/ui/pages/inspector/inspector-plot.ts';
import type { FkInspectorPlot } from '../../src/ui/pages/inspector/inspector-plot.ts';
import '../../src/ui/pages/telemetry/records-view.ts';
import type { FkTelemetryRecords } from '../../src/ui/pages/telemetry/records-view.ts';

const NAME = 'a,b,__proto__,<b>';

function box(root: Element, label: string): HTMLInputElement {
  const found = deepAll<HTMLLabelElement>(root, 'label').find((one) => one.textContent?.includes(label));
  return found!.querySelector('input')!;
}

describe('names that contain commas', () => {
  it('are each the name of one column of the records', async () => {
    const read = readRecord({ trackingId: 'x', [NAME]: 'the value' });
    if (read === null) throw new Error('no record');
    const telemetry = {
      state: signal({}),
      rows: async () => ({ rows: [read.record], next: null }),
    } as unknown as Telemetry;
    const view = await place<FkTelemetryRecords>(
      html`<fk-telemetry-records .context=${contextOf({ telemetry })}></fk-telemetry-records>`,
    );
    const heads = (): string[] => deepAll(view, 'thead th').map((one) => one.textContent.trim());
    await until(() => heads().length > 0, 'rows of the records');
    await settled(view);
    const before = heads().filter((head) => head !== 'Other fields');
    deepAll(view, 'fk-button')
      .find((one) => one.textContent.includes('Columns'))!
      .click();
    await settled(view);
    box(view, NAME).click();
    await settled(view);
    expect(heads()).to.deep.equal([...before, NAME]);
    expect(deepAll(view, 'tbody td').at(-1)!.textContent).to.contain('the value');
    box(view, NAME).click();
    await settled(view);
    expect(heads().filter((head) => head !== 'Other fields')).to.deep.equal(before);
  });

  it('are each the name of one beacon of the chart', async () => {
    const requested: string[][] = [];
    const inspector = {
      draw: async (request: DrawRequest) => {
        requested.push([...request.trackingIds]);
        return { ...request, lines: [], trails: [] };
      },
    };
    const end = {
      beacons: { telemetry: [NAME, 'other'].map((trackingId) => ({ trackingId, records: 1 })), position: [] },
      beaconCounts: { telemetry: 2, position: 0 },
      fields: ['temperature'],
    };
    const plot = await place<FkInspectorPlot>(
      html`<fk-inspector-plot .inspector=${inspector} .end=${end}></fk-inspector-plot>`,
    );
    await settled(plot);
    expect(box(plot, NAME).checked).to.equal(true);
    box(plot, 'other').click();
    await settled(plot);
    box(plot, NAME).click();
    await settled(plot);
    box(plot, NAME).click();
    await settled(plot);
    expect(requested).to.deep.equal([[NAME, 'other'], [NAME], [], [NAME]].filter((ids) => ids.length > 0));
  });
});
