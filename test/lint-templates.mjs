/**
 * Checks the bindings in the templates against the elements that they name. The checker needs the compiler's API, which
 * the native compiler lacks, so it uses the older compiler that is installed with its analyzer.
 */
import Module, { createRequire, register } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const OPTIONS = [
  'src/ui/**/!(*.test).ts',
  '--strict',
  '--quiet',
  '--rules.no-unknown-property',
  'error',
  '--rules.no-unknown-tag-name',
  'error',
  '--rules.no-unknown-attribute',
  'error',
];

const checker = createRequire(import.meta.url).resolve('@jackolope/lit-analyzer');
const analyzer = createRequire(checker).resolve('@jackolope/web-component-analyzer');
const compiler = createRequire(analyzer).resolve('typescript');

// Some parts of the checker load the compiler by `require`, others by `import`.
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => (name === 'typescript' ? compiler : resolveFilename(name, ...rest));
register(
  `data:text/javascript,${encodeURIComponent(
    `export const resolve = (name, context, next) =>
      name === 'typescript' ? { url: ${JSON.stringify(pathToFileURL(compiler).href)}, shortCircuit: true } : next(name, context);`,
  )}`,
);

process.chdir(path.resolve(import.meta.dirname, '..'));
process.argv.splice(2, Infinity, ...OPTIONS, ...process.argv.slice(2));
await import(pathToFileURL(path.join(path.dirname(checker), 'cli.mjs')).href);
