/** The rear camera: opening it, its light, and closing it. */

import type { CameraState } from '../../../domain/job/field-checks.ts';

/** `refused`: by the person or the page's policy · `none`: there is no camera · `busy`: another program uses it. */
export type CameraTrouble = Extract<CameraState, 'refused' | 'none' | 'busy'>;

export type Camera = ReturnType<typeof cameraOf>;

const TROUBLES: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** The camera's state as far as it is known without asking for permission. */
export async function cameraState(): Promise<CameraState> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) return 'none';
  if (!(await devices.enumerateDevices()).some(({ kind }) => kind === 'videoinput')) return 'none';
  // Browsers without this permission name count as not asked yet.
  const permission = await navigator.permissions.query({ name: 'camera' }).catch(() => null);
  return permission?.state === 'granted' ? 'allowed' : permission?.state === 'denied' ? 'refused' : 'notAsked';
}

export async function openCamera(): Promise<Camera | CameraTrouble> {
  // Absent where the page is not secure, and in browsers without any camera interface.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) return 'none';
  try {
    return cameraOf(
      await devices.getUserMedia({
        audio: false,
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
      }),
    );
  } catch (error) {
    return TROUBLES[(error as DOMException).name] ?? 'busy';
  }
}

function cameraOf(stream: MediaStream) {
  const [track] = stream.getVideoTracks();
  const can = (track?.getCapabilities() ?? {}) as { torch?: boolean };
  return {
    stream,
    hasTorch: can.torch === true,
    /** False when the camera could not. */
    async setTorch(on: boolean): Promise<boolean> {
      try {
        await track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
        return true;
      } catch {
        return false;
      }
    },
    /** The camera was unplugged, or its permission withdrawn. */
    onLost: (lost: () => void) => track?.addEventListener('ended', lost, { once: true }),
    stop: (): void => {
      for (const one of stream.getTracks()) one.stop();
    },
  };
}
