import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ALLOWED_LICENCES, builtIn, partsList, thirdPartyText } from './notices.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

describe('the list of built-in packages', () => {
  it('contains all run-time packages, each under an allowed licence', () => {
    const found = builtIn(root);
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    // Valibot names the compiler as an optional peer for its types.
    expect(found.filter(({ name }) => name.includes('typescript'))).toEqual([]);
    expect(found.filter(({ licence }) => !ALLOWED_LICENCES.includes(licence))).toEqual([]);
  });

  it('has the version and the licence text of each package', () => {
    const text = thirdPartyText(root);
    for (const [name, version] of Object.entries(dependencies)) expect(text).toContain(`${name} ${version} (`);
    expect(text).toContain('Copyright (c) 2017 Google LLC');
    expect(text).toContain('Permission is hereby granted');
  });

  it('is a CycloneDX list that is equal each time it is made', () => {
    const list = partsList(root);
    const { bomFormat, components } = JSON.parse(list) as {
      bomFormat: string;
      components: { name: string; purl: string; licenses: unknown[]; hashes: unknown[] }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    expect(components.map(({ purl }) => purl)).toEqual(
      expect.arrayContaining(
        Object.entries(dependencies).map(([name, version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`),
      ),
    );
    expect(new Set(components.map(({ purl }) => purl))).toEqual(
      new Set(builtIn(root).map(({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`)),
    );
    expect(partsList(root)).toBe(list);
  }, 60_000);

  it('is equal in a production build and in development', () => {
    const list = partsList(root);
    vi.stubEnv('NODE_ENV', 'production');
    expect(partsList(root)).toBe(list);
    vi.unstubAllEnvs();
  }, 60_000);
});
