/**
 * The action bar at the foot of a page. Tells the scrolling element how much it covers, so that nothing is scrolled
 * behind it.
 */
import { LitElement, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { elementsAround, focusedElement } from '../../kit/shadow-tree.ts';
import { shared } from '../../kit/tokens.ts';

/** The scrolling element uses it as its `scroll-padding-block-end` (ui/shell/app-styles.ts). */
const COVERED = '--foot';
// Inheriting it would recalculate the styles of the whole page.
globalThis.CSS?.registerProperty?.({ name: COVERED, syntax: '<length>', inherits: false, initialValue: '0px' });

/** Styled by the page (`.foot` in ui/kit/page-styles.ts). A page has one at a time. */
@customElement('fk-foot')
class FkFoot extends LitElement {
  private readonly sizes = new ResizeObserver(() => this.reportHeight());
  private scroller: HTMLElement | null = null;
  private covers = 0;

  static override styles = [shared];

  override connectedCallback(): void {
    super.connectedCallback();
    this.sizes.observe(this);
    // On short screens it is not sticky and covers nothing.
    window.addEventListener('resize', this.reportHeight);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sizes.disconnect();
    window.removeEventListener('resize', this.reportHeight);
    this.scroller?.style.removeProperty(COVERED);
    this.scroller = null;
    this.covers = 0;
  }

  protected override render(): TemplateResult {
    return html`<slot></slot>`;
  }

  private readonly reportHeight = (): void => {
    if (!this.isConnected) return;
    const covers = getComputedStyle(this).position === 'sticky' ? this.offsetHeight : 0;
    const scroller = scrollerOf(this);
    if (scroller !== this.scroller) this.scroller?.style.removeProperty(COVERED);
    if (covers !== this.covers || scroller !== this.scroller) scroller?.style.setProperty(COVERED, `${covers}px`);
    this.covers = covers;
    this.scroller = scroller;
    // A notice may have appeared in the foot just when what it describes got the focus.
    const focused = focusedElement();
    if (covers === 0 || focused === null || elementsAround(focused).includes(this)) return;
    if (focused.getBoundingClientRect().bottom > this.getBoundingClientRect().top)
      focused.scrollIntoView({ block: 'nearest' });
  };
}

/** The element that scrolls the foot's page: the app's `main`, or the sheet beside a list; null for none. */
function scrollerOf(foot: Element): HTMLElement | null {
  const scroller = elementsAround(foot).find((one) => /auto|scroll/.test(getComputedStyle(one).overflowY));
  return scroller instanceof HTMLElement ? scroller : null;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-foot': FkFoot;
  }
}
