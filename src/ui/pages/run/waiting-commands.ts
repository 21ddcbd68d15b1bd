/** Earlier commands that wait for the beacon of a configuration: writing it would make them useless, so the person chooses first. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { CarriedPackage } from '../../../domain/carried-package.ts';
import { isCommandName } from '../../../domain/commands/command.ts';
import type { Commands } from '../../../provisioning/commands-services.ts';
import { SayEvent } from '../../app/say.ts';
import '../../elements/button/button.ts';
import '../../elements/notice/notice.ts';
import { shared } from '../../kit/tokens.ts';
import { commandPath } from '../../router.ts';
import { commandStrings as text, commandTexts } from '../../strings/commands.ts';

@customElement('fk-waiting-commands')
export class FkWaitingCommands extends LitElement {
  @property({ attribute: false }) waiting: readonly CarriedPackage[] = [];
  @property({ attribute: false }) commands: (() => Promise<Commands>) | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }
      div {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2);
      }
      a {
        display: inline-flex;
        align-items: center;
        min-height: var(--target);
        color: var(--color-accent);
        font-weight: var(--weight-strong);
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const [first] = this.waiting;
    if (first === undefined) return nothing;
    return html`<fk-notice tone="attention" text=${text.waiting(this.waiting.map(nameOf).join(', '))}>
      <div slot="action">
        <a href=${commandPath(first.uniqueId, first.command ?? '')}>${text.goTo(nameOf(first))}</a>
        <fk-button @click=${() => void this.setAside()}>${text.setAside}</fk-button>
      </div>
    </fk-notice>`;
  }

  private async setAside(): Promise<void> {
    const commands = await this.commands!();
    const rows = [...this.waiting];
    for (const row of rows) await commands.setAside(row.id);
    this.dispatchEvent(new SayEvent(text.asideDone, () => void Promise.all(rows.map((row) => commands.restore(row)))));
  }
}

function nameOf(row: CarriedPackage): string {
  return isCommandName(row.command) ? commandTexts[row.command].name : (row.command ?? '');
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-waiting-commands': FkWaitingCommands;
  }
}
