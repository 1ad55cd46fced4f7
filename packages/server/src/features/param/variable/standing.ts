import { codes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { matchesPattern } from '../../../platform/pattern.ts'
import { translate } from '../../../platform/texts.ts'
import {
  appsOf,
  namingBelow,
  type NamingVariable,
  patternedAmong,
  valuesUnder,
} from './standing.queries.ts'
import { judgedText, variablesAt } from './variable.queries.ts'
import { faultOfNames } from './variable.rules.ts'

/** Refuses what a change has left behind that cannot stand: it has been written, and is undone. */
export async function requireStanding(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await requirePatterns(ctx, ids)
  await requireKnownNames(ctx, ids)
}

/** Values meet the platform's pattern, those below a new one, too. */
async function requirePatterns(ctx: Context, ids: readonly string[]): Promise<void> {
  const judged = await patternedAmong(ctx, ids)
  const bad = judged.find(({ pattern, value }) => !matchesPattern(pattern, value))
  if (bad) throw fieldRefusal('value', 'variable.otherPattern', { pattern: bad.pattern })
  const { rows } = await sql<{ id: string; pattern: string }>`select id, pattern from global_param
    where id = any(${[...ids]}::uuid[]) and level = 'PLATFORM' and pattern is not null
      and deleted_at is null and status = 1`.execute(ctx.db)
  for (const { id, pattern } of rows) {
    const groups = await valuesUnder(ctx, id)
    const broken = groups.filter(({ value }) => !matchesPattern(pattern, value))
    if (broken.length === 0) continue
    const count = broken.reduce((sum, one) => sum + one.count, 0)
    const everybody = translate(ctx.language, 'variable.everybody')
    const names = broken.flatMap((one) => one.names.map((name) => name ?? everybody)).slice(0, 10)
    throw fieldRefusal('pattern', 'variable.brokenBelow', { count, names: names.join(', ') })
  }
}

/** Every value names what is known where it stands, and nothing that leads back to it. */
async function requireKnownNames(ctx: Context, ids: readonly string[]): Promise<void> {
  const naming = await namingBelow(ctx, ids)
  if (naming.length === 0) return
  const apps = await appsOf(ctx, ids)
  // What is for all applications is looked at for each that has something of its own, too.
  const seats = naming.flatMap((one): NamingVariable[] => [
    one,
    ...(one.appId === null ? apps.map((appId) => ({ ...one, appId })) : []),
  ])
  const found = await variablesAt(ctx, seats)
  seats.forEach((seat, at) => {
    const said = found[at]
    const fault = faultOfNames(seat.value, (key) => {
      const one = said?.get(key)
      return one && judgedText(ctx.platform, one)
    })
    if (!fault) return
    if (ids.includes(seat.id)) throw fieldRefusal('value', fault.key, fault.params)
    const of = seat.of ?? translate(ctx.language, 'variable.everybody')
    const params = { name: seat.key, of, ...fault.params }
    const key = fault.key === 'variable.tooLong' ? 'variable.makesTooLong' : 'variable.breaksOthers'
    throw new Refusal(codes.warning, key, { params })
  })
}
