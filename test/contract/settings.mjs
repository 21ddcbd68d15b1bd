/** The target of the contract suite: written from the command line to the suite's environment, and read there. */
import { parseArgs } from 'node:util';

const PREFIX = 'FIELDKIT_CONTRACT_';
const TEXTS = ['base', 'legacy', 'key', 'vendor', 'device', 'order', 'mail'];

/** Filters of file names for vitest. */
export const CHAPTERS = { interface: 'test/contract/interface/', clients: 'test/contract/clients/' };

export const USAGE = `Runs the clauses of the interface against an account:

  npm run --silent contract -- --base https://… --legacy https://… --key … [--vendor kontakt]

The key may come from ${PREFIX}KEY instead of --key. --chapter interface asks what the interface says and no more,
--chapter clients sends what the vendor's public clients send; both, unless told. Nothing is changed, unless told:

  --write             streams that do not exist may be made and deleted again
  --device <id>       with --write: a beacon whose notes are changed and for which a configuration is left pending
  --order <orderId>   with --write: an order to assign. It can be used once
  --mail <address>    with --write and --device: a manager to share that beacon with for an hour

Without --base it runs against a sandbox of its own, whole.
`;

/**
 * Returns the environment for the suite; throws an error that a person can read.
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Record<string, string>}
 */
export function environmentFrom(args, env) {
  const options = {
    write: { type: 'boolean' },
    chapter: { type: 'string' },
    ...Object.fromEntries(TEXTS.map((name) => [name, { type: 'string' }])),
  };
  const { values } = parseArgs({ args: [...args], options, allowPositionals: false });
  const { chapter } = values;
  if (chapter !== undefined && !Object.hasOwn(CHAPTERS, chapter)) throw new Error('--chapter is interface or clients');
  const key = values.key ?? env[`${PREFIX}KEY`];
  const given = { ...values, ...(key === undefined ? {} : { key }) };
  const named = ['base', 'legacy', 'key'].filter((name) => given[name] !== undefined);
  const asked = Object.keys(values).filter((name) => name !== 'chapter');
  if (named.length === 0 && asked.length === 0) return chapter === undefined ? {} : { [`${PREFIX}CHAPTER`]: chapter };
  if (named.length < 3) throw new Error('--base, --legacy and --key belong together');
  for (const name of ['base', 'legacy']) {
    const url = URL.canParse(given[name]) ? new URL(given[name]) : null;
    if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`--${name} is no address`);
    given[name] = given[name].replace(/\/+$/, '').replace(name === 'base' ? /\/v3$/ : /$^/, '');
  }
  const entries = Object.entries(given).map(([name, value]) => [`${PREFIX}${name.toUpperCase()}`, String(value)]);
  return Object.fromEntries(entries);
}

/**
 * Returns the account of the environment; null for the sandbox.
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function settingsFrom(env) {
  const of = (name) => env[`${PREFIX}${name.toUpperCase()}`] || null;
  const [base, legacy, key] = [of('base'), of('legacy'), of('key')];
  if (base === null || legacy === null || key === null) return null;
  const write = of('write') === 'true';
  return {
    base,
    legacy,
    key,
    vendor: of('vendor') ?? 'kontakt',
    write,
    device: of('device'),
    order: of('order'),
    mail: of('mail'),
  };
}

/**
 * Returns the text with every occurrence of the key replaced.
 * @param {string} text
 * @param {string | undefined} key
 */
export function withoutKey(text, key) {
  return key ? text.replaceAll(key, '***') : text;
}
