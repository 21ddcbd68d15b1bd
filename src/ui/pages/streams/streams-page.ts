/** Streams. */
import { LitElement } from 'lit';
import { customElement } from 'lit/decorators.js';

@customElement('fk-streams-page')
export class FkStreamsPage extends LitElement {}
