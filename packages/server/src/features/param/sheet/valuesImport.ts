import { params, paramsPath } from '@muster/contract'
import { sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound } from '../../../kit/refusal.ts'
import { nameableApps } from '../../app/index.ts'
import { deviceScope } from '../../device/index.ts'
import type { Importer, RowEnd } from '../../transfer/index.ts'
import { isMany } from '../assignment/many.ts'
import { paramBell } from '../resolve/bell.ts'
import { type JudgedRow, judgeRows } from './judgeRows.ts'
import { holdAssignments, type SheetTemplate } from './terminals.queries.ts'
import { type Fate, putSaid } from './writeRows.ts'

/**
 * Values of terminals from a sheet: a row each terminal, a column each parameter of the template's revision
 * that the import names. They come into force with it, unless a second person has to agree or the importer
 * may not put anything in force: then they are drafts.
 */
export const valuesImport: Importer = {
  page: params.page,
  table: 'device',
  scope: deviceScope,
  keyColumn: sql`sn`,
  keyOf: (key) => key.toUpperCase(),
  counted: null,
  named: [],
  requireWithin: async (ctx, id) => {
    await requireSheetTemplate(ctx, id)
  },
  setWriter: {
    async judge(ctx, rows, { within }) {
      const of = await requireSheetTemplate(ctx, within ?? '')
      return (await judgeRows(ctx, of, rows)).map((one) => endOf(one))
    },
    async write(ctx, rows, { within, rows: all }) {
      const of = await requireSheetTemplate(ctx, within ?? '')
      await holdAssignments(
        ctx,
        of,
        rows.flatMap(({ targetId }) => targetId ?? []),
      )
      const judged = await judgeRows(ctx, of, rows)
      const changes = judged.flatMap(({ change, faults }) =>
        change && faults.length === 0 ? [change] : [],
      )
      const written = await putSaid(ctx, { of, changes, fate: await fateOf(ctx, all) })
      const ids = [...written.values()]
      ctx.changed(paramsPath, ids, [...new Set(changes.map(({ terminal }) => terminal.orgId))])
      ctx.note({ targetIds: ids })
      ctx.ring(paramBell)
      return judged.map((one) => endOf(one, written.get(one.row.targetId ?? '')))
    },
  },
}

function endOf({ row: { number }, faults, change }: JudgedRow, id?: string): RowEnd {
  if (faults.length > 0) return { number, faults, state: 'REFUSED' }
  return { number, faults, state: change ? 'CHANGED' : 'SAME', ...(id && { id }) }
}

/** What becomes of the values of a sheet with so many rows. */
async function fateOf(ctx: Context, rows: number): Promise<Fate> {
  if (!mayCall(ctx.principal, params.activate.permission)) return 'DRAFT'
  return (await isMany(ctx, rows)) ? 'ASKED' : 'FORCE'
}

const reached = organizationsBy('own.id')

/** A revision of a template that the caller may use somewhere, of an application that he may name. */
export async function requireSheetTemplate(
  { db, principal }: Context,
  templateRevId: string,
): Promise<SheetTemplate> {
  const { rows } = await sql<{
    appId: string
    state: string
    status: number
  }>`select template.app_id, template.state, template.status
    from param_template_rev rev join param_template template on template.id = rev.template_id
      join organization place on place.id = template.org_id
    where rev.id = ${templateRevId} and template.deleted_at is null
      and template.app_id in (select app.id from app where ${nameableApps.rows(principal)})
      and exists (select from organization own where own.path <@ place.path and ${reached.rows(principal)})`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw notFound()
  if (row.status === 0) throw fieldRefusal('within', 'rule.disabledRecord')
  if (row.state !== 'PUBLISHED') throw fieldRefusal('within', 'param.templateOver')
  return { appId: row.appId, templateRevId }
}
