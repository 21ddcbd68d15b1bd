/** Functions that remember their last result, so that what is drawn often is computed only when its inputs change. */

/** Whether two lists hold the same values and objects in the same order. */
export function haveSameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** Computes again only when an argument differs from that of the call before. */
export function memoizeLast<Inputs extends readonly unknown[], Result>(
  compute: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  let last: { readonly inputs: Inputs; readonly result: Result } | null = null;
  return (...inputs) => {
    if (last === null || !haveSameItems(last.inputs, inputs)) last = { inputs, result: compute(...inputs) };
    return last.result;
  };
}

/** As `memoizeLast`, for a function with one object as its argument: computes again only when a member of it differs. */
export function memoizeMembers<Input extends object, Result>(
  compute: (input: Input) => Result,
): (input: Input) => Result {
  let last: { readonly members: readonly unknown[]; readonly result: Result } | null = null;
  return (input) => {
    const members = Object.values(input);
    if (last === null || !haveSameItems(last.members, members)) last = { members, result: compute(input) };
    return last.result;
  };
}

/** Computes once for each object, and forgets the result together with the object. */
export function memoizeByObject<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) results.set(key, (result = { result: compute(key) }));
    return result.result;
  };
}
