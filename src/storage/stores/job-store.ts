/** Jobs and their tasks: the plan of a day's work, one row per task. */
import { parser } from './rows.ts';
import { jobSchema, taskSchema } from '../../domain/job/job.ts';
import type { RowReader } from '../idb/row-reader.ts';
import type { AccountDatabase } from '../idb/schema.ts';
import type { JobStore } from '../../use-cases/jobs/ports.ts';

const parseJob = parser(jobSchema);
const parseTask = parser(taskSchema);

/** Every write names both stores, so that listeners of either are notified once per change. */
const STORES: ('jobs' | 'tasks')[] = ['jobs', 'tasks'];

const PUT_AT_ONCE = 1000;

export function createJobStore(database: AccountDatabase, reader: RowReader): JobStore {
  return {
    all: () =>
      database.read(STORES, async (tx) => {
        const [jobs, tasks]: [unknown[], unknown[]] = await Promise.all([
          tx.objectStore('jobs').getAll(),
          tx.objectStore('tasks').getAll(),
        ]);
        return {
          jobs: reader.many('jobs', 'id', jobs, parseJob),
          tasks: reader.many('tasks', 'id', tasks, parseTask),
        };
      }),
    notesHungUp: async () =>
      (await reader.getAll('jobs', 'id', parseJob)).some(({ hungUp }) => hungUp?.isNoted === true),
    async put({ jobs, tasks }) {
      await database.write(STORES, async (tx) => {
        const into = tx.objectStore('tasks');
        // In batches, because the browser copies each row and ten thousand at once would block the screen.
        for (let from = 0; from < tasks.length; from += PUT_AT_ONCE)
          await Promise.all(tasks.slice(from, from + PUT_AT_ONCE).map((one) => into.put(one)));
        return Promise.all(jobs.map((job) => tx.objectStore('jobs').put(job)));
      });
    },
    update: (ids, change) =>
      database.write(STORES, async (tx) => {
        const store = tx.objectStore('tasks');
        const rows = await Promise.all(ids.map(async (id) => reader.one('tasks', id, await store.get(id), parseTask)));
        const changed = rows.flatMap((row) => (row === null ? [] : [change(row)]));
        await Promise.all(changed.map((row) => store.put(row)));
        return changed;
      }),
    async removeTasks(ids) {
      await database.write(STORES, (tx) => Promise.all(ids.map((id) => tx.objectStore('tasks').delete(id))));
    },
    async remove(jobId) {
      await database.write(STORES, async (tx) => {
        const store = tx.objectStore('tasks');
        const ids = await store.index('byJob').getAllKeys(jobId);
        return Promise.all([tx.objectStore('jobs').delete(jobId), ...ids.map((id) => store.delete(id))]);
      });
    },
    watch: (listener) => database.changes.watch('tasks', listener),
  };
}
