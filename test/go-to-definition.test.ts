/** An editor's "go to definition" on words leads to the message in the English catalogue. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { modulesOf, readCatalogue } from '../src/build/words.ts';

const TSC = path.resolve(import.meta.dirname, '../node_modules/.bin/tsc');
const CATALOGUE = `{
  "aStrings.one": "One",
  "aStrings.group.two": "{n, plural, one {# two} other {# twos}}"
}
`;
const PAGE = `import { aStrings } from '../strings/a.ts';
export const page = [aStrings.one, aStrings.group.two(2)];
`;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
}

/** Returns the result of the last of these requests to TypeScript's language server. */
async function answerOf(folder: string, requests: readonly (readonly [method: string, params: unknown])[]) {
  const server = spawn(TSC, ['--lsp', '--stdio'], { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  for (const [id, [method, params]] of requests.entries())
    send(/^textDocument\/did|^initialized$/.test(method) ? { method, params } : { id, method, params });
  let unread = Buffer.alloc(0);
  try {
    for await (const part of server.stdout) {
      unread = Buffer.concat([unread, part as Buffer]);
      for (;;) {
        const start = unread.indexOf('\r\n\r\n') + 4;
        const end = start + Number(/Content-Length: (\d+)/.exec(unread.toString('latin1'))?.[1]);
        if (start < 4 || unread.length < end) break;
        const { id, method, result } = JSON.parse(unread.toString('utf8', start, end)) as Message;
        unread = unread.subarray(end);
        if (method !== undefined && id !== undefined) send({ id, result: null });
        else if (id === requests.length - 1) return result;
      }
    }
    throw new Error('the language server ended');
  } finally {
    server.kill();
  }
}

it.each([
  ['aStrings.one', 1],
  ['aStrings.group.two', 2],
])('"go to definition" on %s opens the catalogue at its line', async (use, line) => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'fieldkit-definition-')));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const uri = (file: string): string => pathToFileURL(path.join(folder, file)).href;
  try {
    write(
      'tsconfig.json',
      '{ "compilerOptions": { "module": "ESNext", "moduleResolution": "Bundler", "noEmit": true } }',
    );
    write('words/en/a.arb', CATALOGUE);
    write('language/load.ts', 'export declare function wordsOf<Words>(noun: string): Promise<Words>;\n');
    const catalogues = new Map([['en', new Map([['a', readCatalogue('en/a.arb', CATALOGUE, [])]])]]);
    for (const [file, text] of modulesOf(catalogues)) write(`strings/${file}`, text);
    write('pages/a.ts', PAGE);
    const before = PAGE.slice(0, PAGE.indexOf(use) + use.length - 1).split('\n');
    const answer = await answerOf(folder, [
      ['initialize', { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities: {} }],
      ['initialized', {}],
      [
        'textDocument/didOpen',
        { textDocument: { uri: uri('pages/a.ts'), languageId: 'typescript', version: 1, text: PAGE } },
      ],
      [
        'textDocument/definition',
        {
          textDocument: { uri: uri('pages/a.ts') },
          position: { line: before.length - 1, character: before.at(-1)!.length },
        },
      ],
    ]);
    expect(answer).toMatchObject([{ uri: uri('words/en/a.arb'), range: { start: { line, character: 0 } } }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
