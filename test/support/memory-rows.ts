/**
 * Runs, receipts and packages as plain maps, changed as the transactions of the real stores change them. What surrounds
 * a change (waits, faults, kills, listeners) belongs to the stores of each kind of test.
 */
import { isOpenPackage, type CarriedPackage, type PackageState } from '../../src/domain/carried-package.ts';
import { hasNewer, isSameCommand } from '../../src/domain/commands/same-command.ts';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { Run } from '../../src/domain/run.ts';
import { changedRow, rowsToAdd, rowsToCommit, rowsToPut } from '../../src/storage/stores/receipt-changes.ts';

export interface MemoryRows {
  readonly runs: Map<string, Run>;
  readonly receipts: Map<string, Receipt>;
  readonly packages: Map<string, CarriedPackage>;
}

/** Gets the IDs of the changed rows; undefined when any row may have changed. */
export type Listener = (ids?: readonly string[]) => void;

/** What happens around each read and change of a store: turns, faults, kills. */
export interface Access {
  watch(listener: Listener): () => void;
  read<T>(query: () => T): Promise<T>;
  /** `what` names the change. `changed`: the IDs of its rows, where only these change. */
  change<T>(what: string, carryOut: () => T, changed?: readonly string[]): Promise<T>;
}

/** Nothing happens but that listeners are called. */
export function plainAccess(): Access {
  const listeners = new Set<Listener>();
  return {
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: async (query) => query(),
    async change(_, carryOut, changed) {
      const result = carryOut();
      for (const listener of listeners) listener(changed);
      return result;
    },
  };
}

const newId = (): string => crypto.randomUUID();

/** Oldest first; rows of one time by their IDs. */
function compareBy<Row extends { readonly id: string }>(madeAtMs: (row: Row) => number) {
  return (one: Row, other: Row): number => madeAtMs(one) - madeAtMs(other) || (one.id < other.id ? -1 : 1);
}
export const inOrderOf = {
  runs: compareBy<Run>((run) => run.startedAtMs),
  receipts: compareBy<Receipt>((receipt) => receipt.createdAtMs),
  packages: compareBy<CarriedPackage>((row) => row.preparedAtMs),
};

function store<Row extends { readonly id: string }>(rows: Map<string, Row>, changed: readonly Row[]): void {
  for (const row of changed) rows.set(row.id, row);
}

const hasResponse = (receipt: Receipt | undefined): boolean => (receipt?.responseBase64 ?? '') !== '';

export const changeRows = {
  begin({ runs, receipts }: MemoryRows, run: Run, reserved: Receipt): void {
    runs.set(run.id, run);
    if (!hasResponse(receipts.get(reserved.id))) receipts.set(reserved.id, reserved);
  },
  commitResponse(
    rows: MemoryRows,
    ...[run, receipt, state, known]: [
      run: Run,
      receipt: Receipt,
      state: PackageState | null,
      known: { readonly package: CarriedPackage | null; readonly again: boolean },
    ]
  ): void {
    rows.runs.set(run.id, run);
    const stored = rows.receipts.get(receipt.id) ?? null;
    store(rows.receipts, known.again ? rowsToCommit(stored, receipt, newId()) : [receipt]);
    if (state !== null && known.package !== null) store(rows.packages, [{ ...known.package, state }]);
  },
  takeBack({ runs, receipts }: MemoryRows, run: Run): void {
    if (runs.get(run.id)?.step !== 'intent') return;
    runs.delete(run.id);
    if (!hasResponse(receipts.get(run.receiptId))) receipts.delete(run.receiptId);
  },
  end(rows: MemoryRows, run: Run, state: PackageState | null): void {
    rows.runs.set(run.id, run);
    if (!hasResponse(rows.receipts.get(run.receiptId))) rows.receipts.delete(run.receiptId);
    if (state !== null) changeRows.markPackage(rows, run.packageId, state);
  },
  putReceipt({ receipts }: Pick<MemoryRows, 'receipts'>, receipt: Receipt): void {
    store(receipts, rowsToPut(receipts.get(receipt.id) ?? null, receipt, newId()));
  },
  /** Returns the row as stored afterwards. */
  updateReceipt(
    { receipts }: Pick<MemoryRows, 'receipts'>,
    id: string,
    change: (row: Receipt) => Receipt | null,
  ): Receipt | null {
    const stored = receipts.get(id);
    const changed = stored === undefined ? null : change(stored);
    if (stored !== undefined && changed !== null) receipts.set(id, changedRow(stored, changed));
    return receipts.get(id) ?? null;
  },
  /** Returns how many were new. */
  addReceipts({ receipts }: Pick<MemoryRows, 'receipts'>, given: readonly Receipt[]): number {
    const added = rowsToAdd([...receipts.values()], receipts.keys(), given, newId);
    store(receipts, added);
    return added.length;
  },
  replacePackage({ packages }: Pick<MemoryRows, 'packages'>, row: CarriedPackage): void {
    for (const other of packages.values())
      if (other.id !== row.id && isSameCommand(other, row) && isOpenPackage(other))
        packages.set(other.id, { ...other, state: 'replaced' });
    packages.set(row.id, row);
  },
  markPackage(
    { packages }: Pick<MemoryRows, 'packages'>,
    id: string,
    state: PackageState,
    withdrawnAtMs?: number,
  ): void {
    const row = packages.get(id);
    if (row !== undefined)
      packages.set(id, { ...row, state, ...(withdrawnAtMs === undefined ? {} : { withdrawnAtMs }) });
  },
  restoreReplaced(rows: Pick<MemoryRows, 'packages'>, id: string): void {
    const row = rows.packages.get(id);
    if (row?.state === 'replaced' && !hasNewer(row, [...rows.packages.values()]))
      rows.packages.set(id, { ...row, state: 'carried' });
  },
};
