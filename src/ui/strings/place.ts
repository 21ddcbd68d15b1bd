/** What the thing in the person's hands is called in English sentences. */

/** A mouse or a touchpad as the main pointer makes a laptop, however wide the window is. */
export function thisDevice(): 'this phone' | 'this laptop' {
  return typeof matchMedia === 'function' && matchMedia('(pointer: fine)').matches ? 'this laptop' : 'this phone';
}
