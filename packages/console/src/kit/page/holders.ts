/** What a part of a page says of the input in it. */
export interface Word {
  readonly dirty: boolean
  readonly holder: string
  /** Its input is put back after the console is loaded anew. */
  readonly isKept: boolean
}

/** The holders of unsaved input of a page, and whether each one's input is kept. */
export type Holders = Map<string, boolean>

/** Notes a word among the holders of a page; answers whether any has input, and whether all of that is kept. */
export function takeWord(holders: Holders, { dirty, holder, isKept }: Word) {
  if (dirty) holders.set(holder, isKept)
  else holders.delete(holder)
  return { dirty: holders.size > 0, isKept: ![...holders.values()].includes(false) }
}
