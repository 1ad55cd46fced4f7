import {
  type FunctionalSettings,
  functionalSettings,
  mostFunctionalRevisions,
} from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { countBelow } from '../../organization/index.ts'
import type { Passwords, Target } from './functional.rules.ts'

const stored = z.object(functionalSettings())

/** Settings as they are kept; a version before this one, or after it, may have kept others. */
export const readSettings = (kept: unknown): FunctionalSettings =>
  stored.safeParse(kept).data ?? stored.parse({})

const purposeOf = (id: string): string => `functional.passwords:${id}`

const passwords = z.record(z.string(), z.string())

/** Passwords of a profile, sealed for it; none where there are none. */
export function seal({ platform }: Context, id: string, plain: Passwords): Buffer | null {
  if (Object.keys(plain).length === 0) return null
  return platform.secrets.seal(Buffer.from(JSON.stringify(plain)), purposeOf(id))
}

/** What {@link seal} has sealed. */
export function unseal(
  { secrets }: Pick<Context['platform'], 'secrets'>,
  id: string,
  sealed: Uint8Array | null,
): Passwords {
  if (!sealed) return {}
  return passwords.parse(JSON.parse(secrets.open(sealed, purposeOf(id)).toString()))
}

/** How many terminals are at each of some targets: by the counts that are kept, however large the estate. */
export async function countTargets(
  ctx: Pick<Context, 'db'>,
  targets: readonly (Target & { readonly id: string })[],
): Promise<ReadonlyMap<string, number>> {
  const places = targets.filter(({ level }) => level !== 'DEVICE' && level !== 'GROUP')
  const found = new Map([...(await countBelow(ctx, places)), ...(await countMembers(ctx, targets))])
  return new Map(
    targets.map(({ id, level }) => [id, level === 'DEVICE' ? 1 : (found.get(id) ?? 0)]),
  )
}

async function countMembers(
  { db }: Pick<Context, 'db'>,
  targets: Parameters<typeof countTargets>[1],
) {
  const ofGroups = targets.filter(({ level }) => level === 'GROUP')
  const groupIds = ofGroups.flatMap(({ groupId }) => groupId ?? [])
  if (groupIds.length === 0) return []
  const { rows } = await sql<{
    groupId: string
    members: number
  }>`select group_id, members::integer as members
    from device_group_size where group_id = any(${groupIds}::uuid[])`.execute(db)
  const members = new Map(rows.map((row) => [row.groupId, row.members]))
  return ofGroups.map(({ id, groupId }): [string, number] => [id, members.get(groupId ?? '') ?? 0])
}

export interface NewRevision {
  readonly id: string
  readonly settings: unknown
  readonly sealed: Uint8Array | null
  readonly restores: number | null
  readonly deviceCount: number
  readonly note: string | null
}

/** Writes the next revision of a profile that the caller has locked, and puts it in force. */
export async function putInForce(ctx: Context, what: NewRevision): Promise<number> {
  const { id, settings, sealed, restores, deviceCount, note } = what
  const json = JSON.stringify(settings)
  const { rows } = await sql<{ revision: number }>`insert into functional_revision
      (functional_id, revision, settings, sealed, restores, device_count, note, published_by)
    select ${id}, coalesce(max(revision), 0) + 1, ${json}::jsonb, ${sealed}, ${restores}::integer,
      ${deviceCount}::integer, ${note}, ${ctx.principal.userId}::uuid
    from functional_revision where functional_id = ${id} returning revision`.execute(ctx.db)
  const revision = rows[0]?.revision ?? 1
  // The draft is what is in force now; the trigger raises the number that terminals are told under.
  await sql`update functional set revision = ${revision}, settings = ${json}::jsonb, sealed = ${sealed}
    where id = ${id}`.execute(ctx.db)
  return revision
}

export interface RevisionRow {
  readonly revision: number
  readonly settings: unknown
  readonly sealed: Uint8Array | null
  readonly restores: number | null
  readonly deviceCount: number
  readonly note: string | null
  readonly publishedAt: string
  readonly publishedBy: string | null
}

/** Revisions of a profile, the newest first; `only`: that one. */
export async function findRevisions(
  { db }: Pick<Context, 'db'>,
  id: string,
  only: number | null = null,
): Promise<RevisionRow[]> {
  const { rows } =
    await sql<RevisionRow>`select told.revision, told.settings, told.sealed, told.restores,
      told.device_count, told.note, told.published_at, author.user_name as published_by
    from functional_revision told left join app_user author on author.id = told.published_by
    where told.functional_id = ${id} and (${only}::integer is null or told.revision = ${only})
    order by told.revision desc limit ${mostFunctionalRevisions}`.execute(db)
  return rows
}
