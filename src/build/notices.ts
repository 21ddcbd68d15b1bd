/** Writes the licence texts of all run-time packages, and a CycloneDX list of them. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** SPDX names of the licences that a run-time package may have. */
export const ALLOWED_LICENCES: readonly string[] = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD'];

interface BuiltIn {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  /** Packages that a run-time package names but that only a tool needs, such as the compiler for its types. */
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Returns the run-time packages and their dependencies from the lock file, sorted by name. */
export function builtIn(root: string): BuiltIn[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockEntry>>;
  };
  return Object.entries(lock.packages)
    .filter(([place, { dev, devOptional, optional }]) => place !== '' && !(dev ?? devOptional ?? optional ?? false))
    .map(([place, { version = '', license = 'unknown' }]) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: chosenOf(license),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the licence that is chosen from an expression such as "(Unlicense OR Apache-2.0)". */
function chosenOf(license: string): string {
  const offered = license.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return offered.find((one) => ALLOWED_LICENCES.includes(one)) ?? license;
}

/** Returns the licence texts. Throws if a package's licence is not allowed or its text cannot be found. */
export function thirdPartyText(root: string): string {
  const all = builtIn(root);
  const parts = all.map((one) => {
    if (!ALLOWED_LICENCES.includes(one.licence))
      throw new Error(`${one.name} is under "${one.licence}", which is not among ${ALLOWED_LICENCES.join(', ')}`);
    // Some packages have no text of their own; another package of the same repository has it.
    const siblings = all.filter(
      (other) => other.licence === one.licence && repositoryOf(root, other) === repositoryOf(root, one),
    );
    const text = [one, ...siblings]
      .map(({ name }) => licenceText(path.join(root, 'node_modules', name)))
      .find((found) => found !== null);
    if (text === undefined) throw new Error(`${one.name} brings no text of its licence`);
    return `${one.name} ${one.version} (${one.licence})\n\n${text}\n`;
  });
  return `Beacon Fieldkit is built with the work of others. Their notices follow.\n\n${parts.join(`\n${'-'.repeat(72)}\n\n`)}`;
}

function repositoryOf(root: string, { name }: BuiltIn): string {
  const { repository } = JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
    repository?: { url?: string };
  };
  return repository?.url ?? name;
}

function licenceText(folder: string): string | null {
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one));
  return file === undefined ? null : readFileSync(path.join(folder, file), 'utf8').trim();
}

/** Returns the CycloneDX list. It depends on the lock file alone: npm's random and dated fields are left out. */
export function partsList(root: string): string {
  const npm = process.env['npm_execpath'];
  // A build runs with NODE_ENV=production, under which npm leaves out what a development tool needs too.
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--package-lock-only',
    '--include=dev',
    '--include=optional',
    '--include=peer',
    '--loglevel=error',
    '--offline',
  ];
  const run =
    npm !== undefined && /npm-cli\.[cm]?js$/.test(npm)
      ? ([process.execPath, [npm, ...args]] as const)
      : (['npm', args] as const);
  const made = execFileSync(run[0], run[1], {
    cwd: root,
    stdio: 'pipe',
    shell: process.platform === 'win32',
    maxBuffer: 50_000_000,
  });
  const { serialNumber: _, metadata, components, dependencies, ...rest } = JSON.parse(made.toString()) as Sbom;
  const { timestamp: __, tools: ___, ...otherMetadata } = metadata;
  // npm's "--omit=dev" would also omit packages that a tool needs too, and would keep optional ones.
  const own = new Set(builtIn(root).map(({ name, version }) => `${name}@${version}`));
  const parts = components.filter((part) => own.has(part['bom-ref']));
  const refs = new Set([metadata.component['bom-ref'], ...parts.map((part) => part['bom-ref'])]);
  const list = {
    ...rest,
    metadata: { ...otherMetadata, component: { ...metadata.component, name: 'beacon-fieldkit', type: 'application' } },
    components: parts,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
  return `${JSON.stringify(list, null, 2)}\n`;
}

interface Sbom {
  readonly serialNumber: string;
  readonly metadata: {
    readonly timestamp: string;
    readonly tools: unknown;
    readonly component: { readonly 'bom-ref': string };
  };
  readonly components: readonly {
    readonly 'bom-ref': string;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export function notices(): Plugin {
  let root = '';
  return {
    name: 'fieldkit-notices',
    configResolved(config) {
      root = config.root;
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY.txt', source: thirdPartyText(root) });
      this.emitFile({ type: 'asset', fileName: 'sbom.cdx.json', source: partsList(root) });
    },
  };
}
