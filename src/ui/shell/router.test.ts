import { describe, expect, it } from 'vitest';
import { devicePath, matchRoute, runPath } from './router.ts';

const routes = [
  { id: 'welcome', pattern: '/' },
  { id: 'devices', pattern: '/devices' },
  { id: 'device', pattern: '/devices/:uniqueId' },
  { id: 'configure', pattern: '/devices/:uniqueId/configure' },
] as const;

describe('matchRoute', () => {
  it.each([
    ['/', 'welcome', {}],
    ['/devices', 'devices', {}],
    ['/devices/', 'devices', {}],
    ['/devices/7hK2', 'device', { uniqueId: '7hK2' }],
    ['/devices/a%2Fb', 'device', { uniqueId: 'a/b' }],
    ['/devices/7hK2/configure', 'configure', { uniqueId: '7hK2' }],
  ])('%s is %s', (path, id, params) => {
    expect(matchRoute(routes, path)).toMatchObject({ route: { id }, params });
  });

  it.each(['/device', '/devices/7hK2/else', '/DEVICES', '/devices/%E0%A4%A'])('%s is unknown', (path) => {
    expect(matchRoute(routes, path)).toBeNull();
  });

  it.each(['7hK2', 'a/b', 'x?y#z', '100%', 'ü ש'])('finds the address to go back to from %s', (uniqueId) => {
    expect(matchRoute(routes, devicePath(uniqueId))?.params).toEqual({ uniqueId });
    expect(matchRoute(routes, devicePath(uniqueId, '/configure'))?.route.id).toBe('configure');
    expect(runPath(uniqueId)).toBe(`/run/${encodeURIComponent(uniqueId)}`);
  });
});
