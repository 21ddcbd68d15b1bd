/** What the thing in the person's hands is called in English sentences. The state words ("On this phone") never change. */

/** A fine pointer and a wide screen make a laptop. */
export function thisDevice(): 'this phone' | 'this laptop' {
  const isLaptop = typeof matchMedia === 'function' && matchMedia('(pointer: fine) and (min-width: 1100px)').matches;
  return isLaptop ? 'this laptop' : 'this phone';
}
