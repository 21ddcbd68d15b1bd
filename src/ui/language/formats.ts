/** Formats of `Intl`: each is made when it is first needed, and made anew once the phone asks for another form. */
import { locale } from './locale.ts';

/** What the phone says that formats depend on: region, calendar, 12 or 24-hour clock, time zone. */
const phoneSettings = (): string =>
  JSON.stringify(new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).resolvedOptions());

let settings = phoneSettings();

/** Returns a function that gives the format as the phone asks for it now. */
export function formatOf<Format>(make: (locale: string) => Format): () => Format {
  let format: Format | null = null;
  let madeFor = settings;
  return () => {
    if (madeFor !== settings) format = null;
    madeFor = settings;
    return (format ??= make(locale()));
  };
}

/** Asks the phone again. True when its answer is another one than before, so that what is shown has to be drawn anew. */
export function renewFormats(): boolean {
  const before = settings;
  settings = phoneSettings();
  return settings !== before;
}
