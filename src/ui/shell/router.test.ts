import { describe, expect, it } from 'vitest';
import { devicePath, matchRoute, runPath } from './router.ts';

const routes = [
  { id: 'welcome', pattern: '/' },
  { id: 'devices', pattern: '/devices' },
  { id: 'device', pattern: '/devices/:uniqueId' },
  { id: 'configure', pattern: '/devices/:uniqueId/configure' },
  { id: 'run', pattern: '/run/:uniqueId' },
] as const;

describe('the table of addresses', () => {
  it.each([
    ['/', 'welcome', {}],
    ['/devices', 'devices', {}],
    ['/devices/', 'devices', {}],
    ['/devices/7hK2', 'device', { uniqueId: '7hK2' }],
    ['/devices/a%2Fb', 'device', { uniqueId: 'a/b' }],
    ['/devices/7hK2/configure', 'configure', { uniqueId: '7hK2' }],
  ])('leads from %s to the page %s', (path, id, params) => {
    expect(matchRoute(routes, path)).toMatchObject({ route: { id }, params });
  });

  it.each(['/device', '/devices/7hK2/else', '/DEVICES', '/devices/%E0%A4%A'])('leads from %s to no page', (path) => {
    expect(matchRoute(routes, path)).toBeNull();
  });

  it.each(['7hK2', 'a/b', 'x?y#z', '100%', 'ü ש'])(
    'leads from the paths built for the ID %s to their pages with this ID',
    (uniqueId) => {
      const params = { uniqueId };
      expect(matchRoute(routes, devicePath(uniqueId))).toMatchObject({ route: { id: 'device' }, params });
      expect(matchRoute(routes, devicePath(uniqueId, '/configure'))).toMatchObject({
        route: { id: 'configure' },
        params,
      });
      expect(matchRoute(routes, runPath(uniqueId))).toMatchObject({ route: { id: 'run' }, params });
    },
  );
});
