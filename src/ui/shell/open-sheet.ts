/**
 * Opens the palette, the help of a page or the list of shortcuts, one at a time, and removes it from the document when
 * it closes.
 */
import { createHelp, helpPageOf } from './help-sheet.ts';
import { FkPalette } from './palette.ts';
import { FkShortcutsSheet } from './shortcuts-sheet.ts';
import type { AppServices } from './services.ts';

interface SheetContext {
  readonly services: AppServices;
  readonly into: HTMLElement;
  readonly routeId: string;
  /** Title of the page that the help is about. */
  readonly about: string;
  /** True while the single-key shortcuts are active. */
  readonly hasKeys: boolean;
}

export type SheetKind = 'palette' | 'shortcuts' | 'help';

export function openSheet(what: SheetKind, context: SheetContext): void {
  const element = createSheet(what, context);
  if (element === null) return;
  context.into.replaceChildren(element);
  element.addEventListener('fk-close', () => element.remove(), { once: true });
}

function createSheet(what: SheetKind, context: SheetContext): HTMLElement | null {
  const other = (which: 'shortcuts' | 'help'): void => openSheet(which, context);
  switch (what) {
    case 'palette': {
      const palette = new FkPalette();
      palette.services = context.services;
      palette.openOther = other;
      return palette;
    }
    case 'shortcuts':
      return new FkShortcutsSheet();
    case 'help': {
      const page = helpPageOf(context.routeId);
      const openKeys = context.hasKeys ? () => other('shortcuts') : null;
      return page === null ? null : createHelp(page, context.about, openKeys);
    }
  }
}
