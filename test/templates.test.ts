/**
 * Finds two faults in templates that neither the compiler nor the linter finds: a listener for an event that nothing
 * dispatches, and a value passed to one of our elements as an attribute instead of a property.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bindingsOf } from './support/template-bindings.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Browser events that the templates use. Add a new one once it is known to reach the element. */
const NATIVE = new Set(
  (
    'cancel change click close copy cut dblclick dragenter dragleave dragover drop focus focusin focusout input keydown paste ' +
    'pointerdown pointerleave pointermove pointerup pointercancel scroll slotchange submit toggle'
  ).split(' '),
);

function deadListeners(sources: ReadonlyMap<string, string>): string[] {
  const all = [...sources.values()].join('\n');
  // An event is dispatched where its quoted name is passed to an Event's constructor, or listed in the table of typed
  // events.
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

/** Attributes that every element has without declaring them. */
const GLOBAL = /^\??(?:class|id|slot|role|part|tabindex|title|lang|dir|hidden|inert|(?:aria|data)-[\w-]+)$/;

/** Returns values that are bound to an attribute of one of our elements instead of a property: `.name=${}`. */
function boundAttributes(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, text]) =>
    bindingsOf(text, 'fk-')
      .filter(({ name }) => !/^[.@]/.test(name) && !GLOBAL.test(name))
      .map(({ tag, name }) => `${file} ${tag} ${name}`),
  );
}

/** Returns every source file of the app except its tests. */
function product(): ReadonlyMap<string, string> {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [path.relative(root, file), readFileSync(file, 'utf8')]));
}

/** A longer line of a template is more than a reader sees at once. */
const MOST_CHARACTERS = 140;

describe('the templates of the screens', () => {
  it('have no line of more than 140 characters', () => {
    const long = [...product()]
      .filter(([file]) => /^src\/(?:ui|sandbox\/panel)\/(?!strings\/|language\/loaders|kit\/icons)/.test(file))
      .flatMap(([file, text]) =>
        text
          .split('\n')
          .filter((line) => line.length > MOST_CHARACTERS)
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(long).toEqual([]);
  });

  it('listen only for events that are dispatched', () => {
    const sources = product();
    expect(sources.size).toBeGreaterThan(200);
    expect(deadListeners(sources)).toEqual([]);
  });

  it("pass values to the app's elements as properties", () => {
    const sources = product();
    expect([...sources.values()].flatMap((text) => bindingsOf(text, 'fk-')).length).toBeGreaterThan(1000);
    expect(boundAttributes(sources)).toEqual([]);
  });

  it("are reported when they pass a value as an attribute of the app's elements", () => {
    const sources = new Map([
      [
        'a.ts',
        'html`<fk-a big .b=${{ c: `}${html`<fk-d ?e=${1} f>`}` }} g="h-${"i"}" .j="k-${1}" @l=${() => 1} m=n ${ref(x)}>' +
          '<input value=${1} /></fk-a><fk-o class=${1} title="${1}" ?hidden=${1} data-p=${1} q=${1}></fk-o>`',
      ],
    ]);
    expect(boundAttributes(sources)).toEqual(['a.ts fk-a g', 'a.ts fk-d ?e', 'a.ts fk-o q']);
  });

  it('are reported when they listen for a misspelt event', () => {
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
