import type { InputOf, params, ReplyOf } from '@muster/contract'

/**
 * What an assignment says, by PID: a text, also of a secret that was typed anew; null: a secret that is
 * kept and shown to nobody.
 */
export type Said = ReadonlyMap<string, string | null>

type Form = ReplyOf<(typeof params)['form']>
type Draft = InputOf<(typeof params)['draft']>['body']

export const saidOf = ({ values, secretPids }: Pick<Form, 'values' | 'secretPids'>): Said =>
  new Map([...Object.entries(values), ...secretPids.map((pid) => [pid, null] as const)])

/** The same with another value of a parameter; undefined: nothing is said about it. */
export function withValue(said: Said, pid: string, text: string | null | undefined): Said {
  const next = new Map(said)
  if (text === undefined) next.delete(pid)
  else next.set(pid, text)
  return next
}

/** The same without what is said of some parameters. */
export const without = (said: Said, pids: readonly string[]): Said =>
  pids.length === 0 ? said : new Map([...said].filter(([pid]) => !pids.includes(pid)))

/** What a draft sends: secrets apart from what everybody may read. */
export function bodyOf(
  said: Said,
  secretPids: ReadonlySet<string>,
): Pick<Draft, 'values' | 'secrets' | 'keptSecrets'> {
  const typed = [...said].flatMap(([pid, text]) => (text === null ? [] : [[pid, text] as const]))
  const isSecret = ([pid]: readonly [string, string]) => secretPids.has(pid)
  return {
    values: Object.fromEntries(typed.filter((one) => !isSecret(one))),
    secrets: Object.fromEntries(typed.filter(isSecret)),
    keptSecrets: [...said].flatMap(([pid, text]) => (text === null ? [pid] : [])),
  }
}

/** Of what was changed, each as it was and as it is; not there: nothing was or is said. */
export interface Change {
  readonly pid: string
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
}

/** What was changed since it was read. */
export const changesOf = (read: Said, mine: Said): readonly Change[] =>
  [...new Set([...read.keys(), ...mine.keys()])]
    .map((pid) => ({ pid, from: read.get(pid), to: mine.get(pid) }))
    .filter(({ from, to }) => from !== to)

/** The same with changes made to it. */
export const changed = (said: Said, changes: readonly Change[]): Said =>
  changes.reduce((now, { pid, to }) => withValue(now, pid, to), said)

/** Theirs, with what was changed here since it was read or saved. */
export const merged = ({
  read,
  mine,
  theirs,
}: Readonly<Record<'read' | 'mine' | 'theirs', Said>>): Said =>
  changed(theirs, changesOf(read, mine))
