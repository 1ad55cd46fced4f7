import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { letGo } from '../assignment/assignmentBin.ts'
import type { Said } from '../assignment/draft.rules.ts'
import { holdFilesOf } from '../assignment/files.ts'
import { putInForce } from '../assignment/force.ts'
import { numberOf } from '../assignment/many.ts'
import { addRevisions } from '../assignment/revision.queries.ts'
import type { SheetTemplate, Terminal } from './terminals.queries.ts'

/** Values stay a draft, wait for a second person, or come into force. */
export type Fate = 'DRAFT' | 'ASKED' | 'FORCE'

interface Writing {
  readonly of: SheetTemplate
  readonly changes: readonly { readonly terminal: Terminal; readonly said: Said }[]
  readonly fate: Fate
}

/** Makes the terminals' assignments say it; answers which they are, by the terminal. */
export async function putSaid(
  ctx: Context,
  { of, changes, fate }: Writing,
): Promise<ReadonlyMap<string, string>> {
  if (changes.length === 0) return new Map()
  const { userId } = ctx.principal
  const said = changes.map(({ terminal: { deviceId, orgId, sn, id }, said: { values } }) => {
    return { device: deviceId, org: orgId, sn, id, values }
  })
  const isAsked = fate === 'ASKED'
  const among = isAsked ? numberOf(ctx, []) : null
  // Secrets stay sealed as they are.
  const { rows } = await sql<{ id: string; deviceId: string }>`with said as (
      select * from jsonb_to_recordset(${JSON.stringify(said)}::jsonb)
        as said (device uuid, org uuid, sn text, id uuid, values jsonb)),
    changed as (
      update param_assignment own set content = said.values, template_rev_id = ${of.templateRevId},
        state = case when ${isAsked} then 'PENDING_APPROVAL' when own.state = 'PENDING_APPROVAL' then 'DRAFT' else own.state end,
        asked_by = case when ${isAsked} then ${userId}::uuid end, asked_for = case when ${isAsked} then 'ACTIVATE' end,
        asked_among = ${among}::uuid,
        version = own.version + 1, updated_at = now(), updated_by = ${userId}
      from said where own.id = said.id returning own.id, own.device_id),
    made as (
      insert into param_assignment (name, level, org_id, device_id, app_id, template_rev_id, content, state, asked_by, asked_for,
        asked_among, created_by)
      select said.sn, 'DEVICE', said.org, said.device, ${of.appId}, ${of.templateRevId}, said.values,
        ${isAsked ? 'PENDING_APPROVAL' : 'DRAFT'}, ${isAsked ? userId : null}::uuid,
        ${isAsked ? 'ACTIVATE' : null}, ${among}::uuid, ${userId}
      from said where said.id is null returning id, device_id)
    select id, device_id from changed union all select id, device_id from made`.execute(ctx.db)
  const ids = new Map(rows.map(({ id, deviceId }) => [deviceId, id]))
  const holders = said.map(({ device, sn, values }) => ({
    id: ids.get(device) ?? '',
    name: sn,
    values,
  }))
  await holdFilesOf(ctx, of.templateRevId, holders)
  if (fate !== 'FORCE') await letGo(ctx, [...ids.values()])
  if (fate === 'FORCE') await force(ctx, [...ids.values()])
  return ids
}

async function force(ctx: Context, ids: readonly string[]): Promise<void> {
  const added = await addRevisions(ctx, ids, { note: null, ticket: null, count: 1, asked: null })
  const store = { db: ctx.db, secrets: ctx.platform.secrets }
  const { userId } = ctx.principal
  await putInForce(
    store,
    added.filter(({ isDue }) => isDue),
    { because: 'IMPORTED', userId, note: null },
  )
}
