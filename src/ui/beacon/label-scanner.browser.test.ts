/** The button that opens the label scanner. */
import { expect } from '@open-wc/testing';
import { LitElement, html, type TemplateResult } from 'lit';
import { scriptedServices } from '../../../test/support/scripted-services.ts';
import { place } from '../../../test/support/page-place.ts';
import { until } from '../../../test/support/until.ts';
import { LabelScanner } from './label-scanner.ts';

type Sheet = HTMLElement & { readonly open: boolean };

class Host extends LitElement {
  private readonly services = scriptedServices();
  private readonly scanner = new LabelScanner(this, () => this.services);

  protected override render(): TemplateResult {
    return html`${this.scanner.render([], () => undefined)}`;
  }
}
customElements.define('label-scanner-host', Host);

describe('the button that opens the label scanner', () => {
  it('opens the scanner, which closes when the person leaves the page', async () => {
    const host = await place<Host>(html`<label-scanner-host></label-scanner-host>`);
    const sheet = (): Sheet | null => host.renderRoot.querySelector<Sheet>('fk-find-by-label');
    expect(sheet()).to.equal(null);
    host.renderRoot.querySelector<HTMLElement>('fk-button')!.click();
    await until(() => sheet()?.open === true);
    const parent = host.parentElement!;
    host.remove();
    parent.append(host);
    host.requestUpdate();
    await host.updateComplete;
    expect(sheet()!.open).to.equal(false);
  });
});
