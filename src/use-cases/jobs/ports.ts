/** What jobs need from around them: where their rows are kept, and what can be tried out before the field. */
import type { CameraState } from '../../domain/job/field-checks.ts';
import type { Job, Task } from '../../domain/job/job.ts';
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { BluetoothPort } from '../run/bluetooth-port.ts';
import type { SkewStore } from '../run/ports.ts';
import type { PackageStore } from '../stores.ts';
import type { Watchable } from '../surroundings.ts';

export interface JobRows {
  readonly jobs: readonly Job[];
  readonly tasks: readonly Task[];
}

/** Every write is strict and one transaction, and its watchers hear of it once. */
export interface JobStore extends Watchable {
  /** In no particular order. */
  all(): Promise<JobRows>;
  /** Inserts or replaces by id. */
  put(rows: JobRows): Promise<void>;
  /** Read-modify-write of these tasks; resolves with those that are there, as stored afterwards. */
  update(ids: readonly string[], change: (task: Task) => Task): Promise<Task[]>;
  removeTasks(ids: readonly string[]): Promise<void>;
  /** The job and all its tasks. */
  remove(jobId: string): Promise<void>;
}

export interface FieldPorts {
  readonly packages: Pick<PackageStore, 'all'>;
  readonly skew: Pick<SkewStore, 'read'>;
  /** Any small request; its answer brings the backend's time along. */
  askBackend(uniqueId: string): Promise<BackendResult<unknown>>;
  /** Writes so many bytes to the disk, strictly, and takes them away again. Never rejects. */
  tryRoom(bytes: number): Promise<'enough' | 'full' | 'failed'>;
  /** Whether the screen can be kept on. Never rejects. */
  staysAwake(): Promise<boolean>;
  readonly bluetooth: Pick<BluetoothPort, 'availability' | 'choose'>;
  /** As far as it is known without asking anybody. */
  cameraState(): Promise<CameraState>;
  /** Reads every file of the app that its worker starts it from. */
  readPages(): Promise<{ readonly read: number; readonly all: number }>;
}
