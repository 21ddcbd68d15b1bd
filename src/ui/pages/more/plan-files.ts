/**
 * The jobs and templates of the open account, each with a button that saves it as a file in the same format as the job
 * pages.
 */
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { writeTemplateFile } from '../../../domain/job/template-file.ts';
import { shared } from '../../kit/tokens.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { saveFile } from '../../shared/give-file.ts';
import { SayEvent } from '../../shared/say.ts';
import type { AccountServices } from '../../shell/services.ts';
import { settingsStrings } from '../../strings/settings.ts';
import '../../elements/basics.ts';

const text = settingsStrings.remove.files;

interface PlanFile {
  readonly what: 'job' | 'template';
  readonly name: string;
  /** The kind of plan, as text. */
  readonly kind: string;
  write(): Promise<string> | string;
}

/** Set `services`. `onSaved` is called when all jobs and templates have been saved as files. */
@customElement('fk-plan-files')
class FkPlanFiles extends LitElement {
  @property({ attribute: false }) services: AccountServices | null = null;
  @property({ attribute: false }) onSaved: () => void = () => undefined;
  /** Null while loading. */
  @state() private files: readonly PlanFile[] | null = null;
  @state() private saved: ReadonlySet<PlanFile> = new Set();
  @state() private saving: PlanFile | null = null;

  static override styles = [shared, pageStyles];

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('services') && this.services !== null) void this.load(this.services);
  }

  protected override render(): TemplateResult {
    if (this.files === null) return html`<fk-progress .total=${null} .label=${settingsStrings.loading}></fk-progress>`;
    return html`<ul class="stack close">
      ${this.files.map(
        (file) => html`<li class="line">
          <span class="grow anywhere">
            <bdi>${file.name}</bdi> <span class="soft">${file.kind}</span>
            ${this.saved.has(file) ? html`<span class="soft">· ${text.saved}</span>` : nothing}
          </span>
          <fk-button .label=${text.saveNamed(file.name)} .busy=${this.saving === file}
            @click=${() => void this.save(file)}>${text.save}</fk-button>
        </li>`,
      )}
    </ul>`;
  }

  private async load(services: AccountServices): Promise<void> {
    try {
      const jobs = await services.jobs();
      const { jobs: rows, tasks } = jobs.state.value;
      const jobFiles = rows.flatMap(({ id, name }): PlanFile[] => {
        const ids = (tasks.get(id) ?? []).map((task) => task.id);
        // A job without beacons contains nothing to save.
        if (ids.length === 0) return [];
        const write = async (): Promise<string> => {
          const { text: content, leftOut } = await (await services.handOver()).writeWithPhotos(id, ids);
          if (leftOut.length > 0) this.dispatchEvent(new SayEvent(text.photosLeftOut(leftOut.join(', '))));
          return content;
        };
        return [{ what: 'job', name, kind: text.job(ids.length), write }];
      });
      const templateFiles = jobs.templates.state.value.map((template): PlanFile => ({
        what: 'template',
        name: template.name,
        kind: text.template,
        write: () => writeTemplateFile(template),
      }));
      this.files = [...jobFiles, ...templateFiles];
    } catch {
      this.files = [];
      this.dispatchEvent(new SayEvent(text.unreadable));
    }
  }

  private async save(file: PlanFile): Promise<void> {
    if (this.saving !== null) return;
    this.saving = file;
    try {
      saveFile(file.what, [await file.write()]);
      this.saved = new Set([...this.saved, file]);
      if (this.saved.size === this.files?.length) this.onSaved();
    } catch {
      this.dispatchEvent(new SayEvent(text.failed));
    } finally {
      this.saving = null;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-plan-files': FkPlanFiles;
  }
}
