import type { InheritedParam, ParamSource } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { type Layer, resolve } from '../resolve/resolve.rules.ts'
import { dictionaryOwner, originOf, readValues, type Written } from '../resolve/sets.queries.ts'
import type { Target } from './target.ts'

export interface Owner {
  readonly id: string
  readonly source: ParamSource
  readonly name: string | null
}

const seen = organizationsBy('a.orgId')

/** Who speaks beside an assignment about its target's terminals, the nearest first: what all of them have in common. */
async function ownersAbove(
  { db, principal }: Context,
  { id, appId, ...target }: Target & { readonly id: string; readonly appId: string },
): Promise<Owner[]> {
  const told = sql`a.id, a.level as source, case when ${seen.rows(principal)} then a.name end as name`
  if (target.level === 'DEVICE') {
    const { rows } =
      await sql<Owner>`select ${told} from param_layers(array[${target.deviceId}::uuid]) layer
        join param_assignment a on a.id = layer.assignment_id
      where layer.app_id = ${appId} and a.id <> ${id} order by layer.place`.execute(db)
    return rows
  }
  const { rows } = await sql<Owner>`select ${told} from organization here
      join organization above on above.path @> here.path
      join param_assignment a on a.target_id = above.id and a.level = 'ORG'
    where here.id = ${target.orgId} and a.app_id = ${appId} and a.id <> ${id}
      and a.revision is not null and a.status = 1 and a.deleted_at is null
    order by nlevel(above.path) desc`.execute(db)
  return rows
}

type Asked = Target & {
  readonly id: string
  readonly appId: string
  readonly templateRevId: string
}

/** What holds at the target of an assignment of all that it says nothing about, in clear. */
export const inheritedOf = async (ctx: Context, row: Asked, pids: readonly string[]) =>
  saidBy(ctx, await ownersOf(ctx, row), pids)

/** What holds at the target of an assignment with what it says itself. */
export const broughtAboutBy = async (
  ctx: Context,
  row: Asked & Pick<Owner, 'name'>,
  pids: readonly string[],
) =>
  saidBy(
    ctx,
    [{ id: row.id, source: row.level, name: row.name }, ...(await ownersOf(ctx, row))],
    pids,
  )

const ownersOf = async (ctx: Context, row: Asked): Promise<Owner[]> => [
  ...(await ownersAbove(ctx, row)),
  { id: row.templateRevId, source: 'TEMPLATE', name: null },
  { id: dictionaryOwner, source: 'DICTIONARY', name: null },
]

/** What is said of parameters, the nearest owner first. */
async function saidBy(ctx: Context, owners: readonly Owner[], pids: readonly string[]) {
  const layers = await layersOf(ctx, owners, pids)
  const names = new Map(owners.map(({ id, name }) => [id, name]))
  return [...resolve(pids, layers)].map(([pid, { value, layer }]) => ({
    pid,
    text: value.text,
    isSecret: value.isSecret,
    origin: originOf(value),
    source: layer.source,
    name: names.get(layer.ownerId) ?? null,
  }))
}

/** What owners say now of some parameters. */
export async function layersOf(
  { db, platform: { secrets } }: Context,
  owners: readonly Owner[],
  pids: readonly string[],
): Promise<Layer<Written>[]> {
  const rows = await db
    .selectFrom('paramValue')
    .select('id')
    .where('ownerId', 'in', [dictionaryOwner, ...owners.map(({ id }) => id)])
    .where('pid', 'in', ['', ...pids])
    .where('toRev', 'is', null)
    .execute()
  const ids = rows.map(({ id }) => id)
  const values = await readValues({ db, secrets }, ids)
  const byOwner = Map.groupBy(values.values(), ({ ownerId }) => ownerId)
  return owners.map(({ id, source }) => ({
    source,
    ownerId: id,
    values: new Map((byOwner.get(id) ?? []).map((value) => [value.pid, value])),
  }))
}

type Inherited = Awaited<ReturnType<typeof inheritedOf>>[number]

/** The same as people are told it: no secret. */
export const shownInherited = (all: readonly Inherited[]): Record<string, InheritedParam> =>
  Object.fromEntries(
    all.map(({ pid, text, isSecret, source, name }) => [
      pid,
      { value: isSecret ? null : text, isSecret, source, name },
    ]),
  )

/** The same as what a draft is judged beside: of a secret only that there is one. */
export const judgedInherited = (all: readonly Inherited[]): Map<string, string | null> =>
  new Map(all.map(({ pid, text, isSecret }) => [pid, isSecret ? null : text]))
