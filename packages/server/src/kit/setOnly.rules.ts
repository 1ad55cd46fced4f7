type Set<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Without what nobody has set. */
export const setOnly = <T extends object>(values: T): Set<T> =>
  // Only members that are undefined are left out.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Set<T>
