/**
 * Performs the effects of a run by calling the part that handles each. Every effect gives one event. It decides nothing
 * and never rejects.
 */
import { encodeBase64 } from '../../domain/base64.ts';
import { errandOf, isForbiddenPacket } from '../../domain/errand.ts';
import { afterResponse, PLAIN_WORDS } from '../../domain/provisioning/machine.ts';
import type { Effect, Event, Place, State } from '../../domain/provisioning/run-state.ts';
import { runFailureAt } from '../../domain/provisioning/radio-failure.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run, RunFailure, RunFailureCode } from '../../domain/run.ts';
import { errorText, isDiskFull } from '../storage-failed.ts';
import { radioFailureCode } from './bluetooth-port.ts';
import { createLateResponses } from './late-response.ts';
import type { ProvisionPorts, ProvisionTask } from './ports.ts';
import { createResponseKeeper } from './response-keeper.ts';
import { createRunJournal, type RunJournal } from './run-journal.ts';
import { createRunRadio } from './run-radio.ts';

const DONE: Event = { type: 'done' };

export function createEffects(ports: ProvisionPorts, task: ProvisionTask) {
  const journal = createRunJournal(ports, task);
  const radio = createRunRadio(task, ports.clock);
  const response = createResponseKeeper(ports, task);
  const late = createLateResponses(ports, task, journal);
  const failing = createFailing(ports, task, journal);
  const { fail, failOnDisk, onDisk, overRadio, doneOverRadio } = failing;

  async function poll(afterWrite: boolean): Promise<Event> {
    // Loaded while the beacon is busy. `settle` loads it again if that took longer than it stays valid.
    void response.loadContext();
    const inVain = await radio.poll(afterWrite);
    if (inVain === null) return DONE;
    fail('neverEnded', inVain);
    return { type: 'neverEnded' };
  }

  function readResponse(state: State): Promise<Event> {
    return response.createReader(journal.run, state.flags, radio.endedAtMs).then(
      (toResponse) =>
        overRadio(state, async () => {
          const bytes = await radio.readResponse((lateBytes) => {
            const read = toResponse(lateBytes);
            late.save(read, afterResponse(state, read.match.owner));
          });
          const read = toResponse(bytes);
          const { owner, result } = read.match;
          response.hold(read);
          if (owner === 'nothing')
            fail('unknown', bytes.length === 0 ? 'the response is empty' : 'the response is stored already');
          else if (PLAIN_WORDS.has(owner)) {
            journal.noteAnswer({ result, base64: encodeBase64(bytes) });
            fail('unknown', `plain result ${result ?? 'none'}`);
          }
          return { type: 'response', owner };
        }),
      // The context could not be read from the disk, so the response stays in the beacon.
      (cause: unknown) => fail('storageFailed', cause),
    );
  }

  async function save({ after, copies }: Extract<Effect, { do: 'save' }>): Promise<Event> {
    const { row, mirror, cause } = await response.save(after, copies);
    if (row && response.run !== null) journal.committed(response.run);
    if (cause !== null) failOnDisk(cause);
    return { type: 'saved', row, mirror };
  }

  function perform(effect: Effect, state: State): Promise<Event> {
    switch (effect.do) {
      case 'reserve':
        return onDisk(() => journal.reserve());
      case 'connect':
        return doneOverRadio(state, () => radio.connect());
      case 'discover':
        return doneOverRadio(state, () => radio.discover());
      case 'journal':
        // A run of an earlier version may have been started with such a packet.
        if (effect.step === 'writing' && isForbiddenPacket(journal.run.packageBase64, errandOf(journal.run)))
          return Promise.resolve(fail('otherOperation', 'the header of the packet says another operation'));
        return onDisk(() => journal.step(effect.step, radio.endedAtMs));
      case 'write':
        return doneOverRadio(state, () => radio.write(journal.run));
      case 'poll':
        return overRadio(state, () => poll(effect.afterWrite));
      case 'readToken':
        return overRadio(state, async () => ({ type: 'token', verdict: await radio.readToken(journal.run) }));
      case 'settle':
        return doneOverRadio(state, () => Promise.all([radio.settle(stopOf(task, state)), response.loadContext()]));
      case 'pause':
        return doneOverRadio(state, () => radio.pause(stopOf(task, state)));
      case 'readResponse':
        return readResponse(state);
      case 'save':
        return save(effect);
      case 'mark':
        if (effect.closesLink) radio.disconnect();
        return onDisk(() => response.mark());
      case 'close':
        // If the response has arrived late, the run did not stop early, so no failure is stored.
        return onDisk(async () => (late.saved === null ? journal.close(effect.end, failing.last) : undefined));
      case 'release':
        radio.disconnect();
        return Promise.resolve(DONE);
    }
  }

  return {
    /** Starts the effect before it returns. */
    perform,
    /** The run row that was last sent to the disk. */
    get run(): Run {
      return journal.run;
    },
    /** Why the last effect failed. */
    get failure(): RunFailure | null {
      return failing.last;
    },
    /** Resolves when a late response is saved. Null before one has arrived. */
    get lateResponseSaved(): Promise<void> | null {
      return late.saved;
    },
    /** The response that was read and is being saved. */
    get held(): Receipt | null {
      return response.held;
    },
  };
}

/** After a write over this connection the person cannot cancel. */
function stopOf({ signal }: ProvisionTask, { flags }: State): AbortSignal | undefined {
  return flags.wroteHere ? undefined : signal;
}

/** Stores why the last effect failed, and returns the event for it. */
function createFailing({ clock }: ProvisionPorts, task: ProvisionTask, journal: RunJournal) {
  let last: RunFailure | null = null;
  const fail = (code: RunFailureCode, cause: unknown): Event => {
    last = { code, detail: errorText(cause).slice(0, 300), atMs: clock.nowMs() };
    return { type: 'failed', code };
  };
  const failOnDisk = (cause: unknown): Event => fail(isDiskFull(cause) ? 'storageFull' : 'storageFailed', cause);
  const overRadio = async (state: State, work: () => Promise<Event>): Promise<Event> => {
    try {
      return await work();
    } catch (cause) {
      const code = task.signal.aborted ? 'aborted' : radioFailureCode(cause);
      const facts = { untouched: journal.run.step === 'intent', isKnownBeacon: task.sameHandle };
      return fail(runFailureAt(state.at as Place, code, facts), cause);
    }
  };
  return {
    get last() {
      return last;
    },
    fail,
    failOnDisk,
    async onDisk(work: () => Promise<unknown>): Promise<Event> {
      try {
        await work();
        return DONE;
      } catch (cause) {
        return failOnDisk(cause);
      }
    },
    overRadio,
    doneOverRadio: (state: State, work: () => Promise<unknown>): Promise<Event> =>
      overRadio(state, async () => {
        await work();
        return DONE;
      }),
  };
}
