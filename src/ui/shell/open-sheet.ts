/**
 * Opens the palette, the help of a page or the list of shortcuts, one at a time, and removes it from the document when
 * it closes.
 */
import { FkHelpSheet, helpPageOf } from './help-sheet.ts';
import { FkPalette } from './palette.ts';
import { FkShortcutsSheet } from './shortcuts-sheet.ts';
import type { AppServices } from './services.ts';

interface DeskAsk {
  readonly services: AppServices;
  readonly into: HTMLElement;
  readonly routeId: string;
  /** Title of the page that the help is about. */
  readonly about: string;
  /** True while the single-key shortcuts are active. */
  readonly hasKeys: boolean;
}

export type DeskThing = 'palette' | 'shortcuts' | 'help';

export function openDesk(what: DeskThing, ask: DeskAsk): void {
  const element = createDeskElement(what, ask);
  if (element === null) return;
  ask.into.replaceChildren(element);
  element.addEventListener('fk-close', () => element.remove(), { once: true });
}

function createDeskElement(what: DeskThing, ask: DeskAsk): HTMLElement | null {
  const other = (which: 'shortcuts' | 'help'): void => openDesk(which, ask);
  switch (what) {
    case 'palette': {
      const palette = new FkPalette();
      palette.services = ask.services;
      palette.openOther = other;
      return palette;
    }
    case 'shortcuts':
      return new FkShortcutsSheet();
    case 'help': {
      const page = helpPageOf(ask.routeId);
      if (page === null) return null;
      const sheet = new FkHelpSheet();
      sheet.page = page;
      sheet.about = ask.about;
      sheet.openKeys = ask.hasKeys ? () => other('shortcuts') : null;
      return sheet;
    }
  }
}
