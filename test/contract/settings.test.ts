import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentFrom, settingsFrom, withoutKey } from './settings.mjs';

const ACCOUNT = ['--base', 'https://a.example/v3/', '--legacy', 'https://b.example/', '--key', 'top-secret'];

describe('the target of the contract suite', () => {
  it('is the sandbox by default', () => {
    expect(environmentFrom([], {})).toEqual({});
    expect(settingsFrom({})).toBeNull();
  });

  it('is an account when its data are given, and then read-only by default', () => {
    const settings = settingsFrom(environmentFrom(ACCOUNT, {}));
    expect(settings).toMatchObject({
      base: 'https://a.example',
      legacy: 'https://b.example',
      key: 'top-secret',
      write: false,
      device: null,
    });
    expect(settingsFrom(environmentFrom([...ACCOUNT, '--write', '--device', 'tB4x'], {}))).toMatchObject({
      write: true,
      device: 'tB4x',
    });
    expect(settingsFrom(environmentFrom(ACCOUNT.slice(0, 4), { FIELDKIT_CONTRACT_KEY: 'other' }))).toMatchObject({
      key: 'other',
    });
  });

  it('runs one chapter alone on request, also with the sandbox', () => {
    expect(environmentFrom(['--chapter', 'clients'], {})).toEqual({ FIELDKIT_CONTRACT_CHAPTER: 'clients' });
    expect(environmentFrom([...ACCOUNT, '--chapter', 'interface'], {})).toMatchObject({
      FIELDKIT_CONTRACT_CHAPTER: 'interface',
      FIELDKIT_CONTRACT_KEY: 'top-secret',
    });
    expect(() => environmentFrom(['--chapter', 'weather'], {})).toThrow('--chapter is interface or clients');
  });

  it('refuses an incomplete account and unknown words', () => {
    expect(() => environmentFrom(ACCOUNT.slice(0, 4), {})).toThrow('belong together');
    expect(() => environmentFrom(['--base', 'nowhere', ...ACCOUNT.slice(2)], {})).toThrow('--base is no address');
    expect(() => environmentFrom(['--everything'], {})).toThrow();
  });

  it('never prints the key, even when it refuses', () => {
    expect(withoutKey('a top-secret b top-secret', 'top-secret')).toBe('a *** b ***');
    const run = path.join(import.meta.dirname, 'run.mjs');
    const { stdout, stderr, status } = spawnSync(process.execPath, [run, '--base', 'nowhere', ...ACCOUNT.slice(2)], {
      encoding: 'utf8',
    });
    expect([status, stdout + stderr]).toEqual([2, expect.stringContaining('--base is no address')]);
    expect(stdout + stderr).not.toContain('top-secret');
  });
});
