import { type FrozenTemplate, frozenTemplate, type ParamDifference } from '@muster/contract'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import type { Said } from './draft.rules.ts'

const texts = z.record(z.string(), z.string())

interface Sealed {
  readonly content: unknown
  readonly sealed: Buffer | null
}

const purposeOf = (id: string): string => `param.assignment:${id}`

type Opener = Pick<Context['platform'], 'secrets'>

/** What an assignment or a revision of it says, secrets opened. */
export const opened = ({ secrets }: Opener, id: string, { content, sealed }: Sealed): Said => ({
  values: texts.parse(content),
  secrets: sealed ? texts.parse(JSON.parse(secrets.open(sealed, purposeOf(id)).toString())) : {},
})

interface Unopened extends Sealed {
  readonly secretPids: readonly string[]
}

/** The same with secrets as they are sealed together: who may ask for differences must not be able to try values. */
export const unopened = ({ content, sealed, secretPids }: Unopened): Said => ({
  values: texts.parse(content),
  secrets: Object.fromEntries(secretPids.map((pid) => [pid, sealed?.toString('hex') ?? ''])),
})

/** The same as it is kept; none sealed where there is no secret. */
export function kept({ secrets }: Opener, id: string, said: Said) {
  const secretPids = Object.keys(said.secrets).toSorted()
  const text = JSON.stringify(Object.fromEntries(secretPids.map((pid) => [pid, said.secrets[pid]])))
  return {
    content: JSON.stringify(said.values),
    sealed: secretPids.length > 0 ? secrets.seal(Buffer.from(text), purposeOf(id)) : null,
    secretPids,
  }
}

/** A published revision of a template as a form. */
export async function readTemplate(
  { db }: Pick<Context, 'db'>,
  revisionId: string,
): Promise<FrozenTemplate> {
  const row = await db
    .selectFrom('paramTemplateRev')
    .select('content')
    .where('id', '=', revisionId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return frozenTemplate().parse(row.content)
}

export type Difference = Omit<ParamDifference, 'label'>

/** In what two drafts differ; of secrets only that they do. */
export function differencesOf(before: Said, after: Said): Difference[] {
  const pids = new Set(
    [before, after].flatMap(({ values, secrets }) => [
      ...Object.keys(values),
      ...Object.keys(secrets),
    ]),
  )
  const ownOf = (all: Said['values'], pid: string) =>
    Object.hasOwn(all, pid) ? all[pid] : undefined
  const textOf = ({ values, secrets }: Said, pid: string) =>
    ownOf(secrets, pid) ?? ownOf(values, pid)
  return [...pids]
    .filter((pid) => textOf(before, pid) !== textOf(after, pid))
    .toSorted()
    .map((pid) => {
      const isSecret = Object.hasOwn(before.secrets, pid) || Object.hasOwn(after.secrets, pid)
      const shown = (said: Said) => (isSecret ? null : (ownOf(said.values, pid) ?? null))
      return { pid, before: shown(before), after: shown(after), isSecret }
    })
}
