/** Templates: one template per name, removed ones can be restored, and no password is ever stored. */
import { expect, it } from 'vitest';
import { createMemoryMetaRows } from '../../../test/support/memory-meta-rows.ts';
import { NO_PATTERNS } from '../../../test/support/job-rows.ts';
import type { JobTemplate } from '../../domain/job/template.ts';
import { createTemplates } from './templates.ts';

const plan = { values: { txPower: 3 }, patterns: NO_PATTERNS };

it('templates are stored by name, replaced under the same name, and restored after removal', async () => {
  let made = 0;
  const store = createMemoryMetaRows<JobTemplate>();
  const templates = createTemplates({ templates: store, clock: { nowMs: () => 5 }, newId: () => `id-${++made}` });
  await templates.start();
  await templates.save('West', plan);
  await templates.save('East', plan);
  await templates.save('West', { ...plan, values: { txPower: 4 } });
  expect(templates.state.value.map(({ id, name, values }) => [id, name, values])).toEqual([
    ['id-2', 'East', { txPower: 3 }],
    ['id-1', 'West', { txPower: 4 }],
  ]);
  await templates.save('Müller’s', plan);
  await templates.save("Müller's", plan);
  expect(templates.state.value.map(({ name }) => name)).toEqual(['East', "Müller's", 'West']);
  await templates.remove('id-3');
  const back = await templates.remove('id-2');
  expect([...(await store.all()).keys()]).toEqual(['id-1']);
  await back();
  expect(templates.state.value.map(({ name }) => name)).toEqual(['East', 'West']);
});

it('a template that contains a secret is refused with the name of the secret, and nothing is stored', async () => {
  const store = createMemoryMetaRows<JobTemplate>();
  const templates = createTemplates({ templates: store, clock: { nowMs: () => 5 }, newId: () => 'id' });
  expect(await templates.save('West', { ...plan, values: { password: '00000000' } })).toEqual({
    kind: 'refused',
    problem: 'secret',
    detail: 'password',
  });
  expect((await store.all()).size).toBe(0);
});
