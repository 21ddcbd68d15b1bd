/** Shortens names to fit while they still differ: cut in the middle, or reduced to the differing part. */

const CUT = '…';

/** One label for each name, in their order; `fits` decides whether a text fits. */
export function fittedLabels(names: readonly string[], fits: (text: string) => boolean): string[] {
  const cut = names.map((name) => (fits(name) ? name : cutInTheMiddle(name, fits)));
  return cut.map((short, index) => {
    const twins = names.filter((name, at) => cut[at] === short && name !== names[index]);
    return twins.length === 0 ? short : cutInTheMiddle(ownPart(names[index]!, twins), fits);
  });
}

/** Names of different things; equal names get their IDs added. */
export function distinctNames(things: readonly { readonly name: string; readonly id: string }[]): string[] {
  const times = new Map<string, number>();
  for (const { name } of things) times.set(name, (times.get(name) ?? 0) + 1);
  return things.map(({ name, id }) => (times.get(name)! > 1 && name !== id ? `${name} (${id})` : name));
}

/** Keeps beginning and end, because rooms are numbered at the end. */
function cutInTheMiddle(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  // Cut between whole characters, not code units.
  const signs = [...name];
  let [low, high] = [0, signs.length - 1];
  const cutTo = (length: number): string =>
    signs.slice(0, Math.ceil(length / 2)).join('') + CUT + signs.slice(signs.length - Math.floor(length / 2)).join('');
  while (low < high) {
    const length = Math.ceil((low + high) / 2);
    if (fits(cutTo(length))) low = length;
    else high = length - 1;
  }
  return cutTo(low);
}

/** The name without the beginning and end that all similar names share. */
function ownPart(name: string, twins: readonly string[]): string {
  const signs = [...name];
  const others = twins.map((twin) => [...twin]);
  let from = 0;
  while (from < signs.length && others.every((other) => other[from] === signs[from])) from += 1;
  let to = 0;
  while (
    to < signs.length - from &&
    others.every((other) => other.length - to > from && other[other.length - 1 - to] === signs[signs.length - 1 - to])
  )
    to += 1;
  return (from > 0 ? CUT : '') + signs.slice(from, signs.length - to).join('') + (to > 0 ? CUT : '');
}
