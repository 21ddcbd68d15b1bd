import { expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { changes } from './changes.ts';

it('begins with the version that is built', () => {
  expect(changes[0]?.version).toBe(packageJson.version);
});
