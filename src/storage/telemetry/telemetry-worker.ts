/** Reads, stores and queries telemetry in a dedicated worker, so that the page's thread is never blocked. */
import { onDemand } from '../../domain/on-demand.ts';
import { readPage } from '../../domain/telemetry/page.ts';
import { openTelemetryDatabase } from './database.ts';
import { createTelemetryIntake } from './intake.ts';
import { buffersOf, type TelemetryFunctions } from './messages.ts';
import { createTelemetryQueries } from './queries.ts';
import { createTelemetryTurns } from './turns.ts';
import { answerCalls } from '../worker-calls.ts';

declare const self: DedicatedWorkerGlobalScope;

answerCalls(self, onDemand(open), buffersOf);

async function open(): Promise<TelemetryFunctions> {
  const database = await openTelemetryDatabase(self.name);
  const { totals, ...intake } = createTelemetryIntake(database, readPage);
  const { beacons, ...queries } = createTelemetryQueries(database);
  return {
    ...intake,
    ...queries,
    ...createTelemetryTurns(database),
    async overview() {
      const [states, stored] = await Promise.all([beacons(), totals()]);
      return { beacons: states, totals: stored };
    },
    async readNote(name) {
      const raw = await database.read(['meta'], (tx) => tx.objectStore('meta').get(`note ${name}`));
      return typeof raw === 'string' ? raw : null;
    },
    async writeNote(name, text) {
      await database.write(['meta'], (tx) => tx.objectStore('meta').put(text, `note ${name}`));
    },
  };
}
