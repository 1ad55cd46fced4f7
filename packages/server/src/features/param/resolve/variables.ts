import { placeholdersOf } from '@muster/contract'
import { UnreadableSecret } from '../../../platform/secrets.ts'
import { type SaidVariable, textOf, variablesOf } from '../variable/variable.queries.ts'
import { literal } from '../variable/variable.rules.ts'
import type { Kind, ParamStore } from './sets.queries.ts'

/** What variables are for a terminal and an application. */
export interface Variables {
  readonly plain: Readonly<Record<string, string>>
  /** Those that nobody reads but the terminal. */
  readonly secret: Readonly<Record<string, string>>
  /** Those of `plain` that are files: whoever set them was proved to see what they name. */
  readonly files: readonly string[]
}

/** What the named variables are for the terminals of a kind; with them those that their values name. */
export async function variablesFor(
  store: ParamStore,
  { deviceIds, appId }: Pick<Kind, 'deviceIds' | 'appId'>,
  keys: readonly string[],
): Promise<Map<string, Variables>> {
  const found = await variablesOf(store, deviceIds, appId)
  return new Map(
    [...found].map(([id, { builtIns, said }]) => {
      const facts = new Map(
        Object.entries(builtIns).map(([key, fact]) => [key, fact === null ? null : literal(fact)]),
      )
      const [plain, secret] = [new Map<string, string>(), new Map<string, string>()]
      const files: string[] = []
      const open = [...keys]
      for (let key = open.pop(); key !== undefined; key = open.pop()) {
        if (plain.has(key) || secret.has(key)) continue
        const one = said.get(key)
        const text = one ? readable(store, one) : facts.get(key)
        if (text === undefined || text === null) continue
        const told = one?.type === 'SECRET' ? secret : plain
        told.set(key, text)
        if (one?.type === 'FILE') files.push(key)
        open.push(...placeholdersOf(text))
      }
      return [id, { plain: Object.fromEntries(plain), secret: Object.fromEntries(secret), files }]
    }),
  )
}

/** What a variable is; undefined, as one that nobody sets: it was sealed with a key that is lost. */
function readable(store: ParamStore, one: SaidVariable): string | undefined {
  try {
    return textOf(store, one)
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined
    throw error
  }
}
