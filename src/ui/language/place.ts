/** Whether the thing in the person's hands is called a phone or a laptop. */

/** A mouse or a touchpad as the main pointer makes a laptop, however wide the window is. */
export function thisDevice(): 'phone' | 'laptop' {
  return typeof matchMedia === 'function' && matchMedia('(pointer: fine)').matches ? 'laptop' : 'phone';
}
