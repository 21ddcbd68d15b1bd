/** Whether a page goes dark while it waits for its person between two beacons, as chosen on this device. */
import { REST_KEY } from '../../names.ts';

/** Whoever works on a laptop has no ladder and no glove: there it is off unless a person wants it. */
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
