/** Opens the palette, the help of a page or the list of shortcuts in the shell, one at a time, and takes it away when it is closed. */
import { FkHelpSheet, helpPageOf } from './help-sheet.ts';
import { FkPalette } from './palette.ts';
import { FkShortcutsSheet } from './shortcuts-sheet.ts';
import type { AppServices } from './services.ts';

interface DeskAsk {
  readonly services: AppServices;
  readonly into: HTMLElement;
  readonly routeId: string;
  /** Title of the page. */
  readonly about: string;
  /** Single keys are listened for. */
  readonly hasKeys: boolean;
}

export type DeskThing = 'palette' | 'shortcuts' | 'help';

export function openDesk(what: DeskThing, ask: DeskAsk): void {
  const element = made(what, ask);
  if (element === null) return;
  ask.into.replaceChildren(element);
  element.addEventListener('fk-close', () => element.remove(), { once: true });
}

function made(what: DeskThing, ask: DeskAsk): HTMLElement | null {
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
