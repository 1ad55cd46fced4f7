import {
  type EffectiveSettings,
  type FunctionalName,
  type FunctionalSettings,
  functionalNames,
  type SettingSource,
} from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import type { Layer } from '../settings/settings.queries.ts'

type Sources = EffectiveSettings['sources']

/** What anybody may know who sees the terminal. */
const unowned: ReadonlySet<SettingSource> = new Set(['MODEL_SHEET', 'LIFECYCLE'])

const mine = organizationsBy('id')

/** Where each value comes from; who set it is named where the reader may see it. */
export async function sourcesOf(
  ctx: Context,
  layers: readonly Layer[],
  values: FunctionalSettings,
): Promise<Sources> {
  const seen = await organizationsSeen(ctx, layers)
  const isSeen = ({ source, orgId }: Layer) =>
    ctx.principal.scope.all || unowned.has(source) || (orgId !== null && seen.has(orgId))
  const sourceOf = (name: FunctionalName): Sources[string] => {
    const layer = layers.findLast(({ settings }) => settings[name] !== undefined)
    if (!layer) return { ...nobody, source: otherwise(name, values) }
    const { source, id, name: said, revision } = layer
    const who = isSeen(layer) ? { id, name: said } : { id: null, name: null }
    return { source, ...who, revision }
  }
  return Object.fromEntries(functionalNames().map((name) => [name, sourceOf(name)]))
}

const nobody = { id: null, name: null, revision: null } as const

/** Heartbeats come at the installation's interval; of the rest the agent decides. */
const otherwise = (name: keyof FunctionalSettings, values: FunctionalSettings): SettingSource =>
  name === 'heartbeatSeconds' && values[name] !== null ? 'PARAMETER' : 'AGENT'

async function organizationsSeen(
  { db, principal }: Context,
  layers: readonly Layer[],
): Promise<ReadonlySet<string>> {
  const ids = layers.flatMap(({ orgId }) => orgId ?? [])
  const { rows } = await sql<{ id: string }>`select id from organization
    where id = any(${ids}::uuid[]) and ${mine.rows(principal)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
