/** The response of one run, from the bytes that were read until both copies are on disk: the only owner of it. */
import { handledElsewhere } from '../../domain/unawaited.ts';
import type { After, Copies, RunFlags } from '../../domain/provisioning/machine.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { Run } from '../../domain/run.ts';
import { createResponseContext, readResponse, type ReadResponse, type ResponseRows } from './provision-response.ts';
import type { ProvisionPorts, ProvisionTask } from './provision-task.ts';

export interface Saved extends Copies {
  /** Why a copy is missing; null where none is. */
  readonly cause: unknown;
}

interface ResponseKeeper {
  /** The receipt that is being saved, or was. */
  readonly held: Receipt | null;
  /** The row of its run, as it is committed. */
  readonly run: Run | null;
  /** Loads what a response is compared with, while the beacon is waited for anyway. Never rejects. */
  loadContext(): Promise<void>;
  /** Resolves, before 81F2 is read, with what makes a response of the bytes: nothing may come between the read and the commit. */
  createReader(run: Run, course: RunFlags, endedAtMs: number | null): Promise<(bytes: Uint8Array) => ReadResponse>;
  /** From here on this is the response in hand. */
  hold(response: ReadResponse): void;
  /** Starts the copies that are missing before it returns, row and commit first. Never rejects. */
  save(after: After, copies: Copies): Promise<Saved>;
  /** The row says that the second copy exists. */
  mark(): Promise<void>;
}

export function createResponseKeeper(ports: ProvisionPorts, task: ProvisionTask): ResponseKeeper {
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
    get held() {
      return rows?.receipt ?? null;
    },
    get run() {
      return rows?.run ?? null;
    },
    // Who takes it hears of its failure.
    loadContext: () => handledElsewhere(context.load()),
    async createReader(run, { wroteHere, sameHandle }, endedAtMs) {
      const [around, skew] = await Promise.all([context.take(), task.skew]);
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
          },
          around,
        );
    },
    hold(read) {
      response = read;
    },
    async save(after, copies) {
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
    async mark() {
      await receipts.update(receiptInHand().id, (stored) => ({ ...stored, mirrored: true }), 'relaxed');
    },
  };
}
