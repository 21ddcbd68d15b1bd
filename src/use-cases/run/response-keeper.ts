/** Owns the response of one run, from the read until both copies are stored. */
import { handledElsewhere } from '../../domain/unawaited.ts';
import type { After, Copies, RunFlags } from '../../domain/provisioning/run-state.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import { createResponseContext, readResponse, type ReadResponse, type ResponseRows } from './provision-response.ts';
import type { ProvisionPorts, ProvisionTask } from './ports.ts';

export interface Saved extends Copies {
  /** Why a copy is missing. Null if none is. */
  readonly cause: unknown;
}

export function createResponseKeeper(ports: ProvisionPorts, task: ProvisionTask) {
  const { runs, receipts, mirror, clock, newId } = ports;
  const context = createResponseContext(ports, clock);
  let response: ReadResponse | null = null;
  let rows: ResponseRows | null = null;
  let commits = 0;

  function commit(after: After): Promise<void> {
    if (response === null) throw new Error('there is no response to commit');
    rows = response.rows(after);
    commits += 1;
    const { run, receipt, packageState, package: carried } = rows;
    return runs.commitResponse(run, receipt, packageState, { package: carried, again: commits > 1 });
  }

  const receiptInHand = (): Receipt => {
    if (rows === null) throw new Error('there is no response in hand');
    return rows.receipt;
  };

  return {
    /** The receipt that is being saved, or was saved. */
    get held(): Receipt | null {
      return rows?.receipt ?? null;
    },
    /** The row of its run, as it is committed. */
    get run(): Run | null {
      return rows?.run ?? null;
    },
    /**
     * Loads the context that a response is compared with, during the wait for the beacon. Never rejects: its failure
     * reaches the caller of the next `createReader`.
     */
    loadContext: () => handledElsewhere(context.load()),
    /**
     * Resolves, before 81F2 is read, with the function that makes a response from the bytes, because no wait may occur
     * between the read and the commit.
     */
    async createReader(
      run: Run,
      { wroteHere, sameHandle }: RunFlags,
      endedAtMs: number | null,
    ): Promise<(bytes: Uint8Array) => ReadResponse> {
      const [around, skew] = await Promise.all([context.take(), task.skew()]);
      return (bytes) =>
        readResponse(
          {
            bytes,
            run,
            package: task.package,
            accountId: task.account.id,
            wroteHere,
            sameHandle,
            endedAtMs,
            nowMs: clock.nowMs(),
            skew,
            newId,
            elsewhere: task.elsewhere,
          },
          around,
        );
    },
    /** Sets the response that is to be saved. */
    hold(read: ReadResponse) {
      response = read;
    },
    /** Starts the missing copies before it returns, the row and its commit first. Never rejects. */
    async save(after: After, copies: Copies): Promise<Saved> {
      const row = copies.row ? undefined : commit(after);
      const copy = copies.mirror ? undefined : mirror.write({ ...receiptInHand(), mirrored: true });
      const [stored, copied] = await Promise.allSettled([row, copy]);
      const failed = [stored, copied].find((one) => one.status === 'rejected');
      return {
        row: stored.status === 'fulfilled',
        mirror: copied.status === 'fulfilled',
        cause: failed === undefined ? null : failed.reason,
      };
    },
    /** Stores in the row that the second copy exists. */
    async mark(): Promise<void> {
      await receipts.update(receiptInHand().id, (stored) => ({ ...stored, mirrored: true }), 'relaxed');
    },
  };
}
