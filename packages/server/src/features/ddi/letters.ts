import { createHash, randomUUID } from 'node:crypto'

interface Marks {
  /** What it says, so that the same said again is the same message; without it it is one of its own. */
  readonly of?: readonly unknown[]
  /** The message before it: the same counts anew once something else was said between. */
  readonly after?: string | null
  readonly now: number
}

/** A message in the name of a terminal. */
export function upLetter(type: string, body: object, { of, after, now }: Marks): object {
  return { v: 1, id: of ? idOf(of, after, now) : randomUUID(), ts: now, type, body }
}

function idOf(of: readonly unknown[], after: string | null | undefined, now: number): string {
  const said = createHash('sha256').update(JSON.stringify(of)).digest('base64url')
  if (after === undefined) return said
  return after?.startsWith(`${said}.`) ? after : `${said}.${now.toString(36)}`
}
