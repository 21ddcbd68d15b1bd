/** The button that opens the label scanner, and what a label names. */
import { expect } from '@open-wc/testing';
import { LitElement, html, type TemplateResult } from 'lit';
import { fixtureDevice } from '../../../test/support/fixture-rows.ts';
import { scriptedServices } from '../../../test/support/scripted-services.ts';
import { place, settled } from '../../../test/support/page-place.ts';
import { action, has, readable, the } from '../../../test/support/roles.ts';
import { until } from '../../../test/support/until.ts';
import { CodeEvent } from '../elements/scan-label/scan-label.ts';
import { deviceStrings } from '../strings/devices.ts';
import { labelStrings } from '../strings/label.ts';
import { LabelScanner } from './label-scanner.ts';

class Host extends LitElement {
  readonly found: string[] = [];
  private readonly services = scriptedServices();
  private readonly scanner = new LabelScanner(this, () => this.services);

  protected override render(): TemplateResult {
    return html`${this.scanner.render([fixtureDevice(0, { uniqueId: 'Ab3dEf' })], (id) => this.found.push(id))}`;
  }
}
customElements.define('label-scanner-host', Host);

describe('the button that opens the label scanner', () => {
  it('opens a scanner that closes when the person leaves the page', async () => {
    const host = await place<Host>(html`<label-scanner-host></label-scanner-host>`);
    expect(has(host, 'dialog')).to.equal(false);
    action(host, deviceStrings.scan).click();
    await until(() => has(host, 'dialog', labelStrings.heading));
    const parent = host.parentElement!;
    host.remove();
    parent.append(host);
    host.requestUpdate();
    await settled(host);
    expect(has(host, 'dialog')).to.equal(false);
  });

  it('shows the text of a label that names no beacon, and takes the beacon that the next one names', async () => {
    const host = await place<Host>(html`<label-scanner-host></label-scanner-host>`);
    action(host, deviceStrings.scan).click();
    await until(() => has(host, 'dialog', labelStrings.heading));
    const scan = (text: string): boolean => the(host, 'dialog').dispatchEvent(new CodeEvent(text, 'ean_13'));
    scan('4006381333931');
    await settled(host);
    expect(readable(host)).to.contain(labelStrings.read('4006381333931')).and.contain(labelStrings.none);
    expect(host.found).to.deep.equal([]);
    scan('https://example.com/b/Ab3dEf');
    await settled(host);
    expect(host.found).to.deep.equal(['Ab3dEf']);
    expect(has(host, 'dialog')).to.equal(false);
  });
});
