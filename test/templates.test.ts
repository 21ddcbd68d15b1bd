/** No template listens for an event that nothing sends: neither the compiler nor the linter sees a dead `@event`. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Events of the browser that the templates use. A new one is added here once it is known to reach the element. */
const NATIVE = new Set(
  (
    'cancel change click close copy cut dblclick dragenter dragleave dragover drop focus focusin focusout input keydown paste ' +
    'pointerdown pointerleave pointermove pointerup pointercancel scroll slotchange submit toggle'
  ).split(' '),
);

function deadListeners(sources: ReadonlyMap<string, string>): string[] {
  const all = [...sources.values()].join('\n');
  // An event is sent where its quoted name goes to an Event's constructor, or stands in the table of typed events.
  const sent = new Set(
    [/(?:super|Event)\(\s*'([\w-]+)'/g, /'(fk-[\w-]+)': \w+Event;/g].flatMap((pattern) =>
      [...all.matchAll(pattern)].map(([, name]) => name),
    ),
  );
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(/\s@([a-zA-Z-]+)=\$\{/g)]
      .map(([, name]) => name!)
      .filter((name) => !NATIVE.has(name) && !sent.has(name))
      .map((name) => `${file} @${name}`),
  );
}

describe('templates', () => {
  it('listen only for events that something sends', () => {
    const files = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
      .map((entry) => path.join(entry.parentPath, entry.name));
    const sources = new Map(files.map((file) => [path.relative(root, file), readFileSync(file, 'utf8')]));
    expect(sources.size).toBeGreaterThan(200);
    expect(deadListeners(sources)).toEqual([]);
  });

  it('with a misspelt event are found', () => {
    const sources = new Map([
      ['a.ts', "class PickEvent extends Event { constructor() { super('fk-pick'); } }"],
      [
        'b.ts',
        'html`<fk-a @fk-pick=${this.pick} @fk-pcik=${this.pick} @clik=${this.press} @click=${this.press}></fk-a>`',
      ],
    ]);
    expect(deadListeners(sources)).toEqual(['b.ts @fk-pcik', 'b.ts @clik']);
  });
});
