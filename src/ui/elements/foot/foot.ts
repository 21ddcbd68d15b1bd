/**
 * The action bar at the foot of a page. Tells the scrolling element how much it covers, so that nothing is scrolled
 * behind it.
 */
import { LitElement, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
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
    const focused = focusedIn(document);
    if (covers > 0 && focused !== null && !isWithin(focused, this)) {
      const { bottom } = focused.getBoundingClientRect();
      if (bottom > this.getBoundingClientRect().top) focused.scrollIntoView({ block: 'nearest' });
    }
  };
}

/**
 * The element that scrolls the foot's page, through every shadow root: the app's `main`, or the sheet beside a list;
 * null for none.
 */
function scrollerOf(element: Element): HTMLElement | null {
  for (let at = parentOf(element); at !== null; at = parentOf(at))
    if (at instanceof HTMLElement && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}

function parentOf({ assignedSlot, parentElement, parentNode }: Element): Element | null {
  return assignedSlot ?? parentElement ?? (parentNode instanceof ShadowRoot ? parentNode.host : null);
}

/** The focused element, through every shadow root. */
function focusedIn(root: Document | ShadowRoot): Element | null {
  const { activeElement } = root;
  if (activeElement === null || activeElement === document.body) return null;
  return (activeElement.shadowRoot === null ? null : focusedIn(activeElement.shadowRoot)) ?? activeElement;
}

function isWithin(element: Element, place: Element): boolean {
  for (let at: Node | null = element; at !== null; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at === place) return true;
  return false;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-foot': FkFoot;
  }
}
