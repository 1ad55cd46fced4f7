import {
  codes,
  type CustomPart,
  type CustomWebsite,
  customWebsite,
  type PasswordPolicy,
  passwordPolicySchema,
  orgWebsitePath,
  orgPolicyPath,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { JsonObject } from '../../../platform/schema.ts'
import { translate } from '../../../platform/texts.ts'
import { customizeBin } from './customizeBin.ts'

/** The white label of an organisation: its parts, and how often it was saved; nothing of it may be there yet. */
export interface Custom {
  readonly id: string | null
  readonly orgId: string
  readonly version: number
  readonly website: CustomWebsite | null
  readonly policy: PasswordPolicy | null
}

interface CustomRow {
  readonly id: string | null
  readonly orgId: string
  readonly name: string
  readonly version: number
  readonly website: unknown
  readonly policy: unknown
}

/** The white label of an organisation that the caller sees. */
export async function customOf(ctx: Context, orgId: string): Promise<Custom> {
  const row = await findRow(ctx, orgId)
  return {
    id: row.id,
    orgId,
    version: row.version,
    website: row.website === null ? null : customWebsite().parse(row.website),
    policy: row.policy === null ? null : passwordPolicySchema().parse(row.policy),
  }
}

/** The organisation that a white label belongs to. */
export async function orgOf(ctx: Context, id: string): Promise<string> {
  const { orgId } = await customizeBin.find(ctx, id)
  return orgId
}

async function findRow(ctx: Context, orgId: string): Promise<CustomRow> {
  const { rows } = await sql<CustomRow>`select custom.id, place.id as org_id, place.name,
      coalesce(custom.version, 0) as version, custom.website, custom.policy
    from organization place
      left join customize custom on custom.org_id = place.id and custom.deleted_at is null
    where place.id = ${orgId} and place.deleted_at is null
      and place.id in (select id from organization where ${organizationsBy('id').rows(ctx.principal)})`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

const columns = { website: 'website', pwd: 'policy' } as const

interface Saved {
  readonly orgId: string
  readonly version: number
  readonly part: CustomPart
  readonly value: JsonObject | null
}

/**
 * Writes one part of an organisation's white label, which begins with it where there was none. The
 * organisation is locked: two who begin at once meet, and the second is told.
 */
export async function savePart(ctx: Context, { orgId, version, part, value }: Saved) {
  // A statement of its own: only the next one sees what was written while this one waited.
  await sql`select from organization where id = ${orgId} for update`.execute(ctx.db)
  const before = await findRow(ctx, orgId)
  const column = columns[part]
  if (before.version !== version) await refuseStale(ctx, before)
  const written = column === 'website' ? { website: value } : { policy: value }
  if (before.id === null) await customizeBin.add(ctx, { orgId, name: before.name, ...written })
  else await customizeBin.update(ctx, { id: before.id, version, ...written })
  ctx.note({ before: before[column], after: value })
  // Those below inherit it: whoever looks at any of them reads again.
  for (const path of [orgWebsitePath, orgPolicyPath]) ctx.changed(path, [])
}

async function refuseStale(ctx: Context, { id, version }: CustomRow): Promise<never> {
  const editor = id === null ? null : (await customizeBin.find(ctx, id)).updatedBy
  const name = editor ?? translate(ctx.language, 'someone')
  const detail = { params: { name }, data: { version } }
  throw new Refusal(codes.versionConflict, 'refusal.versionConflict', detail)
}
