/** The record inspector. */
import { LitElement } from 'lit';
import { customElement } from 'lit/decorators.js';

@customElement('fk-inspector-page')
export class FkInspectorPage extends LitElement {}
