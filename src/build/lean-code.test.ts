/** What is taken out of templates and styles, and what is left as it was. */
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { fixedParts, leanTemplates } from './lean-code.ts';

const lean = (code: string): string => leanTemplates(code, fixedParts(parseSync('a.js', code).program));

describe('lean code', () => {
  it.each([
    ['styles on one line', 'css`\n  a {\n    b: c;\n  }\n`', 'css` a{b:c;}`'],
    ['comments of styles', 'css`\n  /* Why:\n   * so. */\n  a {}\n`', 'css` a{}`'],
    [
      'blanks of styles that mean something',
      'css`\n  a b:hover,\n  c > d {\n    margin: 0 calc(1px + 2px);\n    content: "; {  ";\n  }\n  e :f { }`',
      'css` a b:hover,c > d{margin:0 calc(1px + 2px);content:"; {  ";}e :f{}`',
    ],
    ['a space where a line broke', 'html`<b>one</b>\n    <i>two</i>`', 'html`<b>one</b> <i>two</i>`'],
    [
      'templates in templates',
      'html`\n  ${a ? html`\n  <b></b>` : css`\n}`}\n`',
      'html` ${a ? html` <b></b>` : css`}`} `',
    ],
    ['the code between', 'html`${a // one line\n  .b}\n x`', 'html`${a // one line\n  .b} x`'],
    [
      'texts',
      'const a = `\n  as it was\n`; const b = "css`\\n  "',
      'const a = `\n  as it was\n`; const b = "css`\\n  "',
    ],
    ['what only looks like a comment', 'html`<a href="a/*b*/">\n</a>`', 'html`<a href="a/*b*/"> </a>`'],
  ])('%s', (_what, code, expected) => {
    expect(lean(code)).toBe(expected);
  });
});
