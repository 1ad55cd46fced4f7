import { countCap, planFigures } from '@muster/contract'
import { sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { Context } from '../../../kit/context.ts'
import { seesAllOf } from '../../device/index.ts'
import type { WaveTally } from './plan.rules.ts'
import { figuresOfPlans, noFigures, sumOf } from './tally.queries.ts'
import { figuresOfSome, figuresSeen, type SeenFigures } from './terminals.queries.ts'

type Reader = Pick<Context, 'db' | 'principal'>

interface Given {
  readonly id: string
  /** Who began it, with what he saw; null: it has not begun. */
  readonly principal: FrozenPrincipal | null
}

export interface SeenPlan {
  /** Its figures are of all its terminals. */
  readonly seesAll: boolean
  readonly tally: WaveTally
  /** There are more: only so many were counted. */
  readonly capped: boolean
}

/**
 * What has become of the terminals of some plans, as far as the caller sees them: whoever sees whatever a
 * plan may be for reads the figures that are kept, for others their terminals are counted; where only
 * `some` are, no further than lists are.
 */
export async function figuresFor(
  ctx: Reader,
  ids: readonly string[],
  { some = false }: { readonly some?: boolean } = {},
): Promise<ReadonlyMap<string, SeenPlan>> {
  const { rows: plans } = await sql<Given>`select id, principal from plan
    where id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  const sight = await seesAllOf(ctx, plans)
  // What has not begun has no terminals.
  const isWhole = plans.map(({ principal }, nth) => principal === null || sight[nth] === true)
  const kept = await figuresOfPlans(
    ctx.db,
    plans.flatMap(({ id }, nth) => (isWhole[nth] ? [id] : [])),
  )
  const seen = await (some ? figuresOfSome : figuresSeen)(
    ctx,
    plans.flatMap(({ id }, nth) => (isWhole[nth] ? [] : [id])),
  )
  return new Map(
    plans.map(({ id }, nth) => {
      const seesAll = isWhole[nth] === true
      const tally = seesAll ? (kept.get(id) ?? noFigures) : sumOfWaves(seen.get(id))
      return [id, { seesAll, tally, capped: some && !seesAll && tally.size > countCap }]
    }),
  )
}

const sumOfWaves = (waves: ReadonlyMap<number, SeenFigures> = new Map()): WaveTally =>
  [...waves.values()].map(tallyOf).reduce(sumOf, noFigures)

/** The figures of terminals that somebody sees, with how many they are. */
export function tallyOf(figures: SeenFigures = {}): WaveTally {
  const size = planFigures.reduce((sum, figure) => sum + (figures[figure] ?? 0), 0)
  return { ...noFigures, ...figures, size }
}
