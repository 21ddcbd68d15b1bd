/**
 * The app's CSV files in a real spreadsheet: LibreOffice reads them with a sample of separators, drawn by the seed, and
 * finds no formula.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { payloads } from '../hostile/payloads.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { fixtureDevice } from '../support/fixture-rows.ts';
import { findProgram } from '../support/programs.mjs';
import { sampled } from '../support/sampled.ts';
import { DEVICE_COLUMNS } from '../../src/domain/device-list/columns.ts';
import { deviceCsv } from '../../src/domain/device-list/file.ts';

const run = promisify(execFile);
/** Character codes of the separators for LibreOffice's import filter. */
const SEPARATORS = {
  comma: '44',
  semicolon: '59',
  tab: '9',
  bar: '124',
  'comma, semicolon and tab': '44/59/9',
  all: '44/59/9/124',
};
const NASTY = [
  "x;=cmd|' /C calc'!A0;",
  'x;=1+1',
  'x\t=1+1',
  'x|=1+1',
  '\t=1+1',
  'x;"=1+1',
  'a\n=1+1',
  'x; +1+1',
  'x;@SUM(1)',
  'x;=HYPERLINK("http://evil.example")',
  '"x;=1+1',
];

/** Returns how many cells of the file LibreOffice treats as formulas. */
async function formulas(program: string, folder: string, name: string, separators: string): Promise<number> {
  const made = path.join(folder, `${name}.fods`);
  await run(program, [
    `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`,
    '--headless',
    // Separators, text delimiter, UTF-8, from the first line on, with formulas evaluated, as after a double click.
    `--infilter=CSV:${separators},34,76,1,,0,false,true,false,false,false,-1,true`,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    path.join(folder, `${name}.csv`),
  ]);
  if (!existsSync(made)) throw new Error('LibreOffice has made no file');
  return readFileSync(made, 'utf8').match(/table:formula=/g)?.length ?? 0;
}

const program = findProgram('libreOffice');
const folder = temporaryFolder('spreadsheet');

beforeAll(() => {
  const texts = [
    ...NASTY,
    ...payloads(600)
      .map(({ text }) => text)
      .filter((text) => text.length < 2000 && !text.includes('\0')),
  ];
  const devices = texts.map((text, at) =>
    fixtureDevice(at, {
      alias: text,
      name: text,
      notes: text,
      tags: [text],
      model: text,
      attributes: { orderId: text },
    }),
  );
  writeFileSync(path.join(folder, 'ours.csv'), [...deviceCsv(devices, DEVICE_COLUMNS)].join(''));
  writeFileSync(path.join(folder, 'bare.csv'), NASTY.map((text) => `a,"${text.replaceAll('"', '""')}",b\r\n`).join(''));
});

it.skipIf(program === null)(
  'a spreadsheet finds formulas in the same texts without the guard, so this check can fail',
  async () => {
    expect(await formulas(program!, folder, 'bare', SEPARATORS.semicolon)).toBeGreaterThan(3);
  },
);

it.skipIf(program === null).each(sampled('separators', Object.entries(SEPARATORS), 2))(
  'the exported devices of a hostile fleet contain no formula when they are read by %s',
  async (_, separators) => {
    expect(await formulas(program!, folder, 'ours', separators)).toBe(0);
  },
);
