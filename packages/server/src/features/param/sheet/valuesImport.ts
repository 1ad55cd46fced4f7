import { params, paramsPath } from '@muster/contract'
import { sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound } from '../../../kit/refusal.ts'
import { nameableApps } from '../../app/index.ts'
import { deviceScope } from '../../device/index.ts'
import { folded, type Importer, openMark, type RowEnd } from '../../transfer/index.ts'
import { readTemplate } from '../assignment/draft.ts'
import { isManyByNow, takeTurn } from '../assignment/many.ts'
import { paramBell } from '../resolve/bell.ts'
import { hasRules } from '../rule/judge.ts'
import { type BrokenBy, brokenAmong, putUnbroken } from '../rule/trial.ts'
import { type JudgedRow, judgeRows, type Rows, shown } from './judgeRows.ts'
import { kindOfType } from './kindOfType.rules.ts'
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
  definedWithin: async (ctx, id) => new Set((await fieldsWithin(ctx, id)).map(({ pid }) => pid)),
  async kindsIn(ctx, _, within) {
    const fields = await fieldsWithin(ctx, within ?? '')
    const types = new Map(fields.map(({ pid, dataType }) => [`${openMark}${pid}`, dataType]))
    return (_, field) => kindOfType(types.get(field))
  },
  async secretAmong(ctx, names, within) {
    const fields = await fieldsWithin(ctx, within ?? '')
    const secret = new Set(fields.flatMap((field) => (field.secret ? [folded(field.pid)] : [])))
    // In other letters it names no parameter, and is a secret all the same.
    return names.filter((name) => secret.has(folded(name)))
  },
  setWriter: {
    // What it writes to try rules is undone.
    async judge(ctx, rows, { within, taken, rows: all }) {
      const of = await requireSheetTemplate(ctx, within ?? '')
      const sheet = { of, rows, isAsked: (await fateOf(ctx, all)) === 'ASKED' }
      const isTried = mayForce(ctx) && (await hasRules(ctx.db, 'REFUSE'))
      if (!isTried) return (await judgeRows(ctx, sheet)).map((one) => endOf(one))
      const { judged, written } = await put(ctx, { ...sheet, fate: 'FORCE' })
      const broken = await brokenAmong(ctx, [...written.keys()], taken)
      return judged.map((one) => endOf(blamed(ctx, one, broken.get(one.row.targetId ?? '') ?? [])))
    },
    async write(ctx, rows, { within, rows: all }) {
      const of = await requireSheetTemplate(ctx, within ?? '')
      await takeTurn(ctx)
      await holdAssignments(
        ctx,
        of,
        rows.flatMap(({ targetId }) => targetId ?? []),
      )
      const fate = await fateOf(ctx, all)
      const { judged, written } = await put(ctx, { of, rows, fate, isAsked: fate === 'ASKED' })
      const ids = [...written.values()]
      const owners = judged.flatMap((one) =>
        one.change && one.faults.length === 0 ? [one.change.terminal.orgId] : [],
      )
      const orgIds = [...new Set(owners)]
      // Of several organisations none hears of what is another's.
      ctx.changed(paramsPath, orgIds.length > 1 ? [] : ids, orgIds)
      ctx.note({ targetIds: ids })
      ctx.ring(paramBell)
      return judged.map((one) => endOf(one, written.get(one.row.targetId ?? '')))
    },
  },
}

async function fieldsWithin(ctx: Context, id: string) {
  const { templateRevId } = await requireSheetTemplate(ctx, id)
  return (await readTemplate(ctx, templateRevId)).fields
}

interface Sheet extends Rows {
  readonly fate: Fate
}

/** Writes what is good of rows, and says what is not. */
async function put(ctx: Context, { fate, ...sheet }: Sheet) {
  const { of } = sheet
  const judged = await judgeRows(ctx, sheet)
  const changes = judged.flatMap(({ change, faults }) =>
    change && faults.length === 0 ? [change] : [],
  )
  if (fate === 'DRAFT') return { judged, written: await putSaid(ctx, { of, changes, fate }) }
  await sql`savepoint param_asked`.execute(ctx.db)
  const { written, broken, late } = await putUnbroken(ctx, {
    changes,
    deviceOf: ({ terminal }) => terminal.deviceId,
    put: (some) => putSaid(ctx, { of, changes: some, fate: 'FORCE' }),
  })
  const told = judged
    .filter(({ row }) => !late.has(row.targetId ?? ''))
    .map((one) => blamed(ctx, one, broken.get(one.row.targetId ?? '') ?? []))
  if (fate === 'FORCE') return { judged: told, written }
  // What waits for a second person was in force to be judged only.
  await sql`rollback to savepoint param_asked`.execute(ctx.db)
  const good = changes.filter(
    ({ terminal: { deviceId } }) => !broken.has(deviceId) && !late.has(deviceId),
  )
  return { judged: told, written: await putSaid(ctx, { of, changes: good, fate }) }
}

const blamed = (ctx: Context, one: JudgedRow, broken: readonly BrokenBy[]): JudgedRow => ({
  ...one,
  faults: [
    ...one.faults,
    ...broken.flatMap(({ rule, pid }) =>
      shown(ctx, one.row, { pids: [pid], key: 'paramRule.broken', params: { rules: rule } }),
    ),
  ],
})

function endOf({ row: { number, key }, faults, change }: JudgedRow, id?: string): RowEnd {
  if (faults.length > 0) return { number, faults, state: 'REFUSED' }
  const state = change ? 'CHANGED' : 'SAME'
  return { number, faults, state, name: key.toUpperCase(), ...(id && { id }) }
}

const mayForce = ({ principal }: Context): boolean => mayCall(principal, params.activate.permission)

/** What becomes of the values of a sheet with so many rows; one that is cut in parts is counted with the parts before. */
async function fateOf(ctx: Context, rows: number): Promise<Fate> {
  if (!mayForce(ctx)) return 'DRAFT'
  return (await isManyByNow(ctx, rows, [])) ? 'ASKED' : 'FORCE'
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
