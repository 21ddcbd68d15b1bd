/** The button that opens the label scanner. */
import { expect } from '@open-wc/testing';
import { LitElement, html, type TemplateResult } from 'lit';
import { scriptedServices } from '../../../test/support/scripted-services.ts';
import { place, settled } from '../../../test/support/page-place.ts';
import { action, has } from '../../../test/support/roles.ts';
import { until } from '../../../test/support/until.ts';
import { deviceStrings } from '../strings/devices.ts';
import { labelStrings } from '../strings/label.ts';
import { LabelScanner } from './label-scanner.ts';

class Host extends LitElement {
  private readonly services = scriptedServices();
  private readonly scanner = new LabelScanner(this, () => this.services);

  protected override render(): TemplateResult {
    return html`${this.scanner.render([], () => undefined)}`;
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
});
