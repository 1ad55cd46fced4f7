import { createHash, randomUUID } from 'node:crypto'

/**
 * A message in the name of a terminal. `of`: what it says, so that the same said again is the same
 * message; without it it is one of its own.
 */
export function upLetter(
  type: string,
  body: object,
  { of, now }: { readonly of?: readonly unknown[]; readonly now: number },
): object {
  const id = of ? createHash('sha256').update(JSON.stringify(of)).digest('base64url') : randomUUID()
  return { v: 1, id, ts: now, type, body }
}
