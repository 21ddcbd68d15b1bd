/** Opens the palette, the help of a page or the list of shortcuts in the shell, one at a time, and takes it away when it is closed. */
import type { Services } from './services.ts';

interface DeskAsk {
  readonly services: Services;
  readonly into: HTMLElement;
  readonly routeId: string;
  /** Title of the page. */
  readonly about: string;
  /** Single keys are listened for. */
  readonly hasKeys: boolean;
}

export type DeskThing = 'palette' | 'shortcuts' | 'help';

export async function openDesk(what: DeskThing, ask: DeskAsk): Promise<void> {
  const element = await made(what, ask);
  if (element === null) return;
  ask.into.replaceChildren(element);
  element.addEventListener('fk-close', () => element.remove(), { once: true });
}

async function made(what: DeskThing, ask: DeskAsk): Promise<HTMLElement | null> {
  const other = (which: 'shortcuts' | 'help'): void => void openDesk(which, ask);
  switch (what) {
    case 'palette': {
      const { FkPalette } = await import('./palette.ts');
      const palette = new FkPalette();
      palette.services = ask.services;
      palette.openOther = other;
      return palette;
    }
    case 'shortcuts': {
      const { FkShortcutsSheet } = await import('./shortcuts-sheet.ts');
      return new FkShortcutsSheet();
    }
    case 'help': {
      const { FkHelpSheet, helpPageOf } = await import('./help-sheet.ts');
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
