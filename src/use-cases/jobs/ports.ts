/** The ports of jobs: where their rows are stored, and what can be tested before going on site. */
import type { CameraState } from '../../domain/job/field-checks.ts';
import type { Job, Task } from '../../domain/job/job.ts';
import type { Photo } from '../../domain/job/photo.ts';
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { BluetoothPort } from '../run/bluetooth-port.ts';
import type { SkewStore } from '../run/ports.ts';
import type { PackageStore } from '../stores.ts';
import type { Watchable } from '../surroundings.ts';

export interface JobRows {
  readonly jobs: readonly Job[];
  readonly tasks: readonly Task[];
}

/** Every write is strict and one transaction, and notifies listeners once. */
export interface JobStore extends Watchable {
  /** Returns all rows, in no particular order. */
  all(): Promise<JobRows>;
  /** Returns whether a job notes its beacons as hung up, without reading the tasks. */
  notesHungUp(): Promise<boolean>;
  /** Inserts or replaces by ID. */
  put(rows: JobRows): Promise<void>;
  /** Reads, changes and writes these tasks. Returns the existing ones as stored afterwards. */
  update(ids: readonly string[], change: (task: Task) => Task): Promise<Task[]>;
  removeTasks(ids: readonly string[]): Promise<void>;
  /** Removes the job and all its tasks. */
  remove(jobId: string): Promise<void>;
}

/** Listeners are told of the changes of this window. */
export interface PhotoStore extends Watchable {
  /** Returns the photos of a job, oldest first; none where the browser has no private file system. */
  ofJob(jobId: string): Promise<readonly Photo[]>;
  /** Returns how many photos the account has. */
  count(): Promise<number>;
  /**
   * Stores all of these photos that are not there already, or none. Rejects with StorageError: `full` when the photos
   * would exceed their budget, or would take the space that the next receipts need, `absent` where the browser cannot
   * store photos.
   */
  put(photos: readonly Photo[]): Promise<void>;
  /** Removes photos. One that is gone already is ignored. */
  remove(photos: readonly Photo[]): Promise<void>;
}

export interface FieldPorts {
  readonly packages: Pick<PackageStore, 'all'>;
  readonly skew: Pick<SkewStore, 'read'>;
  /** Reads beacons from the backend into the device list. Each answer contains the backend's time. */
  lookUp(uniqueIds: readonly string[]): Promise<BackendResult<unknown>>;
  /** Writes this many bytes to the disk with strict durability and removes them again. Never rejects. */
  tryRoom(bytes: number): Promise<'enough' | 'full' | 'failed'>;
  /** Returns whether the screen can be kept on. Never rejects. */
  staysAwake(): Promise<boolean>;
  readonly bluetooth: Pick<BluetoothPort, 'availability' | 'choose'>;
  /** Returns what is known without asking the person. */
  cameraState(): Promise<CameraState>;
  /** Reads every file of the app that its worker needs for a start. */
  readPages(): Promise<{ readonly read: number; readonly all: number }>;
}
