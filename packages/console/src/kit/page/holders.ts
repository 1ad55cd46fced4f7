/** What a part of a page says of the input in it. */
export interface Word {
  readonly dirty: boolean
  readonly holder: string
}

/** Notes a word among the holders of unsaved input of a page; answers whether any is left. */
export function takeWord(holders: Set<string>, { dirty, holder }: Word): boolean {
  if (dirty) holders.add(holder)
  else holders.delete(holder)
  return holders.size > 0
}
