/** One element with its states. */
import type { TemplateResult } from 'lit';

export interface Specimen {
  /** The element's tag, or the part of the kit. */
  readonly name: string;
  readonly states: readonly SpecimenState[];
}

export interface SpecimenState {
  readonly name: string;
  readonly render: () => TemplateResult;
}

export function state(name: string, render: () => TemplateResult): SpecimenState {
  return { name, render };
}
