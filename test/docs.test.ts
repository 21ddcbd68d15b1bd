/** Every reference to our own pages, files and scripts leads to something that exists. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { changes as german } from '../src/ui/strings/de/changes.ts';
import { changes as english } from '../src/ui/strings/changes.ts';

const root = path.resolve(import.meta.dirname, '..');

function textsOf(folder: string, ending: RegExp): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && ending.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );
}

/** A section as references write it: the number of a numbered heading, else its title. */
const HEADING = /^#{2,3} (?:(\d(?:\.\d)?)\.? )?(.+)$/gm;
/**
 * Matches `interface.md 2.2, 2.4 and 8` and `product.md "Lists that move"`; a path or a quoted file name is not a
 * reference.
 */
const REFERENCE = /(?<![/'"`\w-])([a-z-]+)\.md((?:(?:,| and| or)? (?:\d(?:\.\d)?(?![\w.]*\w)|"[A-Z][^"\n]*"))*)/g;
const SECTION = /\d(?:\.\d)?|"[^"]+"/g;

const sectionsOf = (page: string): string[] =>
  [...page.matchAll(HEADING)].map(([, number, title = '']) => number ?? `"${title}"`);

/** Returns one sentence for each reference that leads nowhere. `pages`: the text of each page by its name. */
function deadReferences(text: string, pages: ReadonlyMap<string, string>): string[] {
  const unended = /field-facts(?!\.md)/.test(text) ? ['field-facts without .md'] : [];
  return [...text.matchAll(REFERENCE)].reduce((found, [, name, sections = '']) => {
    const page = pages.get(`${name}.md`);
    if (page === undefined) return [...found, `no page ${name}.md`];
    const known = sectionsOf(page);
    const missing = (sections.match(SECTION) ?? []).filter((section) => !known.includes(section));
    return [...found, ...missing.map((section) => `no section ${section} in ${name}.md`)];
  }, unended);
}

describe('references to src/docs', () => {
  const pages = new Map([...textsOf('src/docs', /\.md$/)].map(([file, text]) => [path.basename(file), text]));
  const own = 'test/docs.test.ts';
  const sources = [
    ...textsOf('src', /\.(ts|css|md)$/),
    ...textsOf('test', /\.m?ts$|\.mjs$/),
    ...textsOf('.github', /\.md$/),
    ['README.md', readFileSync(path.join(root, 'README.md'), 'utf8')] as const,
  ].filter(([file]) => file !== own);

  it('lead to an existing section', () => {
    expect(sources.flatMap(([file, text]) => deadReferences(text, pages).map((dead) => `${file}: ${dead}`))).toEqual(
      [],
    );
  });

  it('are recognised by this check', () => {
    const all = sources.map(([, text]) => text).join('\n');
    expect(all.match(REFERENCE)!.length).toBeGreaterThan(150);
  });

  it.each([
    ['(interface.md 4.4, 9.9)', ['no section 9.9 in interface.md']],
    ['(field-facts.md 1 and 8)', ['no section 8 in field-facts.md']],
    ['(product.md "What was never written")', ['no section "What was never written" in product.md']],
    ['(look.md)', ['no page look.md']],
    ['(field-facts 3)', ['field-facts without .md']],
    ['the table of interface.md 3. It has 12 rows, interface.md 4.4: none; 2.4', []],
    ['product.md "Lists that move", interface.md 2.6, 81F1', []],
  ])('are checked in the text "%s"', (text, dead) => {
    expect(deadReferences(text, pages)).toEqual(dead);
  });
});

describe('the documentation pages', () => {
  const pages = [
    ...textsOf('src', /\.md$/),
    ...textsOf('.github', /\.md$/),
    ['README.md', readFileSync(path.join(root, 'README.md'), 'utf8')] as const,
  ];
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object };

  it('contain links only to files that exist', () => {
    const dead = pages.flatMap(([file, text]) =>
      [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)|src="([^"]+)"/g)]
        .map(([, link, source]) => (link ?? source)!)
        .filter((link) => !/^https?:/.test(link))
        .filter((link) => !existsSync(path.resolve(root, path.dirname(file), link)))
        .map((link) => `${file}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it('name only files and folders that exist', () => {
    const dead = pages.flatMap(([file, text]) =>
      [...text.matchAll(/`((?:src|test|\.github)\/[\w./-]+)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !existsSync(path.join(root, name)))
        .map((name) => `${file}: ${name}`),
    );
    expect(dead).toEqual([]);
  });

  it('name only scripts that exist, and describe every script', () => {
    const named = pages.flatMap(([, text]) =>
      [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name!),
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const testing = pages.find(([file]) => file.endsWith('docs/testing.md'))![1];
    const described = Object.keys(scripts).filter(
      (name) =>
        testing.includes(`npm run ${name}\``) ||
        testing.includes(`npm run ${name} `) ||
        testing.includes(`npm ${name}\``),
    );
    expect(Object.keys(scripts).filter((name) => !described.includes(name))).toEqual([]);
  });

  it('list the same changes as the app, in both languages', () => {
    const text = readFileSync(path.join(root, 'src/docs/changelog.md'), 'utf8');
    const versions = text.split(/^## /m).slice(1);
    const itemsOf = (part: string): string[] =>
      part
        .split(/^- /m)
        .slice(1)
        .map((item) => item.replace(/\s+/g, ' ').trim());
    const read = versions.map((part) => {
      const [head = '', inEnglish = '', inGerman = ''] = part.split(/^### .*$/m);
      return { version: head.trim(), english: itemsOf(inEnglish), german: itemsOf(inGerman) };
    });
    expect(read).toEqual(
      english.map(({ version, items }, at) => ({ version, english: items, german: german[at]!.items })),
    );
  });
});
