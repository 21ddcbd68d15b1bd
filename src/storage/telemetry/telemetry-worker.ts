/** Reads, stores and queries telemetry in a dedicated worker, so that the page's thread is never blocked. */
import { readPage } from '../../domain/telemetry/page.ts';
import { StorageError } from '../idb/storage-error.ts';
import { openTelemetryDatabase } from './database.ts';
import { createTelemetryIntake, type TelemetryIntake } from './intake.ts';
import { buffersOf, type TelemetryAnswers, type TelemetryRequestMessage } from './messages.ts';
import { createTelemetryQueries, type TelemetryQueries } from './queries.ts';
import { createTelemetryTurns, type TelemetryTurns } from './turns.ts';
import { answerCalls } from '../worker-calls.ts';

declare const self: DedicatedWorkerGlobalScope;

interface Opened {
  readonly intake: TelemetryIntake;
  readonly queries: TelemetryQueries;
  readonly turns: TelemetryTurns;
  readNote(name: string): Promise<string | null>;
  writeNote(name: string, text: string): Promise<void>;
}

let opened: Promise<Opened> | null = null;

answerCalls(self, answer, buffersOf);

async function open(accountId: string): Promise<Opened> {
  const database = await openTelemetryDatabase(accountId);
  return {
    intake: createTelemetryIntake(database, readPage),
    queries: createTelemetryQueries(database),
    turns: createTelemetryTurns(database, () => crypto.randomUUID()),
    async readNote(name) {
      const raw = await database.read(['meta'], (tx) => tx.objectStore('meta').get(`note ${name}`));
      return typeof raw === 'string' ? raw : null;
    },
    async writeNote(name, text) {
      await database.write(['meta'], (tx) => tx.objectStore('meta').put(text, `note ${name}`));
    },
  };
}

async function answer(request: TelemetryRequestMessage): Promise<TelemetryAnswers[keyof TelemetryAnswers]> {
  if (request.op === 'open') {
    opened = open(request.accountId);
    await opened;
    return null;
  }
  if (opened === null) throw new StorageError('unknown', 'Telemetry was not opened');
  const { intake, queries, turns, readNote, writeNote } = await opened;
  switch (request.op) {
    case 'take':
      return intake.take(request.body, request.askedQuery, request.now);
    case 'leaveOff':
      intake.leaveOff();
      return null;
    case 'finish':
      return intake.finish(request.asked);
    case 'overview': {
      const [beacons, totals] = await Promise.all([queries.beacons(), intake.totals()]);
      return { beacons, totals };
    }
    case 'series':
      return queries.series(request.trackingIds, request.fields, request.filter);
    case 'hours':
      return queries.hours(request.startMs, request.endMs);
    case 'rows':
      return queries.rows(request.filter, request.cursor, request.limit, request.newestFirst);
    case 'file':
      return queries.file(request.filter, request.cursor, request.format, request.newestFirst);
    case 'takeTurn':
      return turns.take(request.nowMs);
    case 'endTurn':
      await turns.end(request.turn, request.nowMs);
      return null;
    case 'turnsLeft':
      return turns.left(request.nowMs);
    case 'setLimit':
      await intake.setLimit(request.limitBytes);
      return null;
    case 'clear':
      await intake.clear();
      return null;
    case 'readNote':
      return readNote(request.name);
    case 'writeNote':
      await writeNote(request.name, request.text);
      return null;
  }
}
