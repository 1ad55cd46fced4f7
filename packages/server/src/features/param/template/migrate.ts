import { codes, type MigratingParam, mostMigrated, paramStates } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { matchesTogether } from '../../../platform/pattern.ts'
import { type Kept, plain, unasked } from '../assignment/assignmentBin.ts'
import { kept, opened, readTemplate } from '../assignment/draft.ts'
import { judge } from '../assignment/editor.ts'
import { shownOf } from '../assignment/shown.ts'
import { carriedOver } from './carry.rules.ts'
import { templateBin } from './templateBin.ts'

interface Way {
  readonly id: string
  readonly rev1: number
  readonly rev2: number
}

/** Assignments of the caller whose draft is made with a revision, and what becomes of each with another. */
export async function migratingOf(ctx: Context, way: Way): Promise<MigratingParam[]> {
  const { fromId, toId } = await revisionsOf(ctx, way)
  const template = await readTemplate(ctx, toId)
  const isShown = await shownOf(ctx, [fromId, toId])
  const found: MigratingParam[] = []
  for (const row of await madeWith(ctx, fromId)) {
    const { said, dropped } = carriedOver(
      opened(ctx.platform, row.id, row),
      template,
      matchesTogether(),
    )
    const { faults } = await judge(ctx, { ...row, templateRevId: toId }, said)
    found.push({
      id: row.id,
      name: row.name,
      targetName: row.targetName ?? '',
      state: paramStates.find((state) => state === row.state) ?? 'DRAFT',
      dropped: dropped.filter(isShown),
      faultCount: faults.length,
    })
  }
  return found
}

/** Takes drafts over; what is in force stays as it is until they are put in force. */
export async function migrateParams(ctx: Context, way: Way, ids: readonly string[]) {
  const { fromId, toId } = await revisionsOf(ctx, way)
  const template = await readTemplate(ctx, toId)
  for (const id of new Set(ids)) {
    const row = await plain.find(ctx, id)
    if (row.templateRevId !== fromId)
      throw new Refusal(codes.wrongState, 'paramTemplate.otherRevision', {
        params: { name: row.name },
      })
    const { said } = carriedOver(opened(ctx.platform, id, row), template, matchesTogether())
    await plain.update(ctx, {
      id,
      version: row.version,
      templateRevId: toId,
      ...kept(ctx.platform, id, said),
      ...(await unasked(ctx, row)),
    })
  }
  ctx.note({ targetIds: [...ids], after: { rev: way.rev2, count: ids.length } })
  return { count: ids.length }
}

/** Both revisions are published, and of the other one it may be begun with. */
async function revisionsOf(ctx: Context, { id, rev1, rev2 }: Way) {
  const { state } = await templateBin.find(ctx, id)
  if (state !== 'PUBLISHED') throw new Refusal(codes.wrongState, 'param.templateOver')
  const { rows } = await sql<{ id: string; rev: number }>`select id, rev from param_template_rev
    where template_id = ${id} and rev in (${rev1}, ${rev2})`.execute(ctx.db)
  const byRev = new Map(rows.map((row) => [row.rev, row.id]))
  const [fromId, toId] = [byRev.get(rev1), byRev.get(rev2)]
  if (fromId === undefined || toId === undefined || rev1 === rev2)
    throw new Refusal(codes.wrongState, 'paramTemplate.noMigration')
  return { fromId, toId }
}

async function madeWith({ db, principal }: Context, revisionId: string): Promise<Kept[]> {
  const { rows } = await sql<Kept>`select row.* from param_assignment_row as row
    where row.template_rev_id = ${revisionId} and row.deleted_at is null and ${plain.scope.rows(principal)}
    order by row.name, row.id limit ${mostMigrated}`.execute(db)
  return rows
}
