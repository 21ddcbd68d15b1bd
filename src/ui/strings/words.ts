/** The type that the strings of each language have: that of the English ones, with any text in place of the English one. A missing string is a type error. */
export type Words<T> = T extends string
  ? string
  : T extends (...args: infer A) => infer R
    ? (...args: A) => Words<R>
    : T extends ReadonlySet<unknown> | number | boolean | null | undefined
      ? T
      : { readonly [K in keyof T]: Words<T[K]> };
