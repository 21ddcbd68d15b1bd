/** Where packages are kept; what the backend does for them is in backend-port.ts. */
import type { CarriedPackage, PackageState } from '../../domain/carried-package.ts';
import type { Watchable } from '../surroundings.ts';

export interface PackageStore extends Watchable {
  all(): Promise<CarriedPackage[]>;
  get(id: string): Promise<CarriedPackage | null>;
  ofDevice(uniqueId: string): Promise<CarriedPackage[]>;
  /** Strict: stores it and marks every other `prepared`/`carried` row of the same device, kind and command `replaced`, in one transaction. */
  replace(row: CarriedPackage): Promise<void>;
  /** Strict. Does nothing when there is no such row. */
  mark(id: string, state: PackageState): Promise<void>;
  /** Strict, one transaction: a `replaced` row is `carried` again, unless a newer one for the same wish has come (hasNewer). */
  bringBack(id: string): Promise<void>;
}
