import { mostStatModels, mostStatVersions, type ReplyOf, type versionStat } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { App } from '../app/app.queries.ts'
import { askedBy, type EstateFilter } from '../asked.ts'

type Matrix = ReplyOf<typeof versionStat.app>
type Model = Matrix['models'][number]

interface CellRow {
  readonly modelId: string
  readonly model: string
  readonly code: number
  readonly name: string | null
  readonly count: number
  readonly isBehind: boolean | null
  readonly countedAt: string | null
}

/** The versions of an application by model, of the counts that are kept (decision 0114). */
export async function appMatrix(ctx: Context, app: App, filter: EstateFilter): Promise<Matrix> {
  const from = await askedBy(ctx, filter)
  const kind = `APP ${app.package}`
  const { rows } = await sql<CellRow>`
    with cell as materialized (select model_id, value::bigint as code, sum(count)::bigint as count
        from ${from('device_spread', kind)} as spread where kind = ${kind}
        group by 1, 2 having sum(count) > 0),
      newest as (select max(version_code) as code from apk
        where app_id = ${app.id} and state = 'ONLINE' and deleted_at is null),
      named as materialized (select code,
          coalesce((select max(apk.version_name) from apk where apk.app_id = ${app.id} and apk.version_code = code),
            (select told.version_name from device_app told where told.package = ${app.package}
              and told.version_code = code and told.version_name is not null limit 1)) as name
        from (select distinct code from cell) as held)
    select cell.model_id, model.name as model, cell.code, cell.count, named.name,
      cell.code < newest.code as is_behind,
      (select at from estate_counted where pace = 'MINUTE') as counted_at
    from cell join named using (code) join model on model.id = cell.model_id cross join newest
    order by cell.code desc`.execute(ctx.db)
  const models = [...Map.groupBy(rows, ({ modelId }) => modelId).values()]
    .map(modelOf)
    .toSorted((one, other) => other.total - one.total || one.name.localeCompare(other.name))
  return {
    models: models.slice(0, mostStatModels),
    others: sumOf(models.slice(mostStatModels).map(({ total }) => total)),
    countedAt: rows[0]?.countedAt ?? null,
  }
}

function modelOf(rows: readonly CellRow[]): Model {
  const cells = rows.map(({ code, name, count, isBehind }) => ({ code, name, count, isBehind }))
  return {
    modelId: rows[0]?.modelId ?? '',
    name: rows[0]?.model ?? '',
    total: sumOf(cells.map(({ count }) => count)),
    cells: cells.slice(0, mostStatVersions),
    others: sumOf(cells.slice(mostStatVersions).map(({ count }) => count)),
  }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
