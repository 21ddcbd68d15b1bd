/** The choice on this device whether the screen goes dark while a page waits between two beacons. */
import { REST_KEY } from '../../names.ts';

/** The default is off on a laptop, which is not used on a ladder or with gloves. */
export function restIsOn(): boolean {
  try {
    const chosen = localStorage.getItem(REST_KEY);
    return chosen === null ? matchMedia('(pointer: coarse)').matches : chosen === 'on';
  } catch {
    return false;
  }
}

export function setRest(on: boolean): void {
  localStorage.setItem(REST_KEY, on ? 'on' : 'off');
}
