/** A section of More: it has the app's services, does one thing at a time, and says what came of it. */
import type { CSSResultGroup } from 'lit';
import { property, state } from 'lit/decorators.js';
import { WatchingElement } from '../../controllers/watching-element.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { SayEvent } from '../../shared/say.ts';
import type { AppServices } from '../../shell/services.ts';
import { settingsStrings } from '../../strings/settings.ts';

export abstract class MoreSection extends WatchingElement {
  @property({ attribute: false }) services!: AppServices;
  @state() protected busy = false;

  static override styles: CSSResultGroup = [shared, pageStyles];

  /** Does nothing while earlier work is under way. */
  protected async carryOut(
    work: (services: AppServices) => Promise<void>,
    failed: (error: unknown) => string = () => settingsStrings.account.failed,
  ): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await work(this.services);
    } catch (error) {
      this.notify(failed(error));
    } finally {
      this.busy = false;
    }
  }

  protected notify(message: string): void {
    this.dispatchEvent(new SayEvent(message));
  }
}
