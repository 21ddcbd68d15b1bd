/** The actions for earlier commands that wait for the beacon of a configuration: send the first, or remove them. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import type { Commands } from '../../../use-cases/commands/commands.ts';
import { SayEvent } from '../../shared/say.ts';
import '../../elements/basics.ts';
import { shared } from '../../kit/tokens.ts';
import { commandPath } from '../../shell/router.ts';
import { commandStrings as text } from '../../strings/commands.ts';
import { commandNameOf } from '../../words/commands.ts';
import { pageStyles } from '../../kit/page-styles.ts';

@customElement('fk-waiting-commands')
class FkWaitingCommands extends LitElement {
  @property({ attribute: false }) waiting: readonly CarriedPackage[] = [];
  @property({ attribute: false }) commands: (() => Promise<Commands>) | null = null;

  static override styles = [
    shared,
    pageStyles,
    css`
      /* Its buttons look like those of the run screen. */
      :host {
        display: contents;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const [first] = this.waiting;
    if (first === undefined) return nothing;
    return html`<fk-button variant="primary" big wide .href=${commandPath(first.uniqueId, first.command ?? '')}>${text.goTo(commandNameOf(first))}</fk-button>
      <fk-button @click=${() => void this.putOnHold()}>${text.setAside}</fk-button>`;
  }

  private async putOnHold(): Promise<void> {
    // This element disappears with the last command, so the page shows the result.
    const root = this.getRootNode();
    const page = root instanceof ShadowRoot ? root.host : this;
    const commands = await this.commands!();
    const rows = [...this.waiting];
    for (const row of rows) await commands.putOnHold(row.id);
    page.dispatchEvent(new SayEvent(text.asideDone, () => void Promise.all(rows.map((row) => commands.restore(row)))));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-waiting-commands': FkWaitingCommands;
  }
}
