import { codes, developers, developersPath } from '@muster/contract'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { holdersOf } from '../../access/holders.ts'
import { isOnePerson } from '../../access/person.ts'
import { mayCall } from '../../access/principal.ts'
import { organizationsBy } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../kit/record.ts'
import { type Bin, recycleBin, requireVersion } from '../../kit/recycleBin.ts'
import { naming } from '../../kit/references.ts'
import { fieldRefusal, Refusal } from '../../kit/refusal.ts'
import { withCounts } from '../../kit/withCounts.ts'
import { holdFile, letGoFiles } from '../file/upload/index.ts'
import { giveNotice } from '../notice/index.ts'
import { requireAccount } from './account.ts'
import { linkTo } from './developer.queries.ts'
import { agrees, dueAt, isOfDomain } from './developer.rules.ts'
import { appsOf, noApps } from './developerApps.ts'
import { actingScope, developerScope } from './developerScope.ts'
import { isMember, requireActing, requireLetGo } from './memberRole.ts'
import { readProgramme } from './programme.ts'

const seen = recycleBin(developersPath, 'developer', developerScope)
const named = naming(recycleBin(developersPath, 'developer', actingScope), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
])

type Row = StoredRow<'developer'>
type Entry = NewRecord<'developer'>

const usedBy = 'developer'

const ruled: Bin<Row, Entry> = {
  ...named,
  scope: developerScope,
  find: seen.find,
  async add(ctx, values) {
    await requireOpen(ctx)
    await requireAccount(ctx, values.accountId)
    await requirePlaces(ctx, values.publishOrgIds ?? [])
    const made = await named.add(ctx, values)
    await holdLicence(ctx, made)
    await tellReviewers(ctx, made.name)
    await approveByDomain(ctx, made.id)
    return named.find(ctx, made.id)
  },
  async update(ctx, values) {
    const before = await seen.find(ctx, values.id)
    await requireActing(ctx, values.id)
    await requireVersion(named, ctx, { before, version: values.version })
    await requireDecided(ctx, before, values)
    // Another account has agreed to nothing yet.
    const isOther = values.accountId !== undefined && values.accountId !== before.accountId
    if (isOther) await requireLetGo(ctx, before.accountId)
    if (isOther) await requireAccount(ctx, values.accountId)
    const unsaid = isOther ? { agreementVersion: null, agreedAt: null } : {}
    const after = await named.update(ctx, { ...values, ...unsaid })
    if (after.licenceFileId !== before.licenceFileId || after.name !== before.name)
      await holdLicence(ctx, after, before.licenceFileId)
    return after
  },
  async destroy(ctx, ids) {
    const gone = await named.destroy(ctx, ids)
    await letGoFiles(ctx, usedBy, gone)
    return gone
  },
}

/** What a developer may have and do: others decide it. */
const granted = ['sdkAccess', 'maxApps', 'publishOrgIds'] as const

/** A developer edits his own entry, but for what others decide; whoever works for him is none of these. */
async function requireDecided(ctx: Context, before: Row, values: Partial<Entry>): Promise<void> {
  const changed = granted.filter(
    (field) => values[field] !== undefined && !isDeepStrictEqual(values[field], before[field]),
  )
  const [field] = changed
  if (field && !(await isDecider(ctx, before))) throw fieldRefusal(field, 'developer.byReviewer')
  if (changed.includes('publishOrgIds')) await requirePlaces(ctx, values.publishOrgIds ?? [])
}

/** Whether the caller decides about developers, and this one is not his own. */
const isDecider = async (ctx: Context, { id, accountId }: Row): Promise<boolean> =>
  mayCall(ctx.principal, developers.review.permission) &&
  !(await isOnePerson(ctx, [accountId])) &&
  !(await isMember(ctx, id))

const places = organizationsBy('id')

async function requirePlaces(ctx: Context, orgIds: readonly string[]): Promise<void> {
  const ids = [...new Set(orgIds)]
  if (ids.length === 0) return
  const { rows } = await sql`select from organization where id = any(${ids}::uuid[])
    and deleted_at is null and ${places.rows(ctx.principal)}`.execute(ctx.db)
  if (rows.length < ids.length) throw fieldRefusal('publishOrgIds', 'rule.unknownRecord')
}

/** While the programme is closed only those who decide about applications make them. */
async function requireOpen(ctx: Context): Promise<void> {
  const { isOpen } = await readProgramme(ctx.db)
  if (!isOpen && !mayCall(ctx.principal, developers.review.permission))
    throw new Refusal(codes.wrongState, 'developer.programmeClosed')
}

async function holdLicence(ctx: Context, row: Row, before: string | null = null): Promise<void> {
  const { id, name, licenceFileId } = row
  // What another has uploaded, and is there already, stays.
  if (licenceFileId !== null && licenceFileId === before) return
  const file = { field: 'licenceFileId', id: licenceFileId, type: 'document' } as const
  await holdFile(ctx, { usedBy, usedId: id, name }, file)
}

/** Tells those who decide that somebody waits. */
export async function tellReviewers(ctx: Context, name: string): Promise<void> {
  const holders = await holdersOf(ctx.db, developers.review.permission)
  await giveNotice(ctx, {
    userIds: holders.filter((id) => id !== ctx.principal.userId),
    severity: 'INFO',
    textKey: 'notice.developer.applied',
    values: { name },
    link: linkTo(name),
  })
}

/**
 * Lets in an applicant whose account has its address in a domain that is let in without a review; none
 * about whom somebody has decided before.
 */
export async function approveByDomain(ctx: Context, id: string): Promise<void> {
  const { autoApproveDomains, agreementVersion } = await readProgramme(ctx.db)
  if (autoApproveDomains.length === 0) return
  const { rows } = await sql<{
    email: string | null
    agreementVersion: string | null
  }>`select account.email, developer.agreement_version from developer
    join app_user account on account.id = developer.account_id
    where developer.id = ${id} and developer.state = 'APPLIED'
      and developer.reviewed_at is null`.execute(ctx.db)
  const [found] = rows
  if (!found || !isOfDomain(found.email, autoApproveDomains)) return
  if (!agrees(found.agreementVersion, agreementVersion)) return
  await sql`update developer set state = 'APPROVED', reviewed_at = ${ctx.now().toISOString()},
      version = version + 1 where id = ${id}`.execute(ctx.db)
  ctx.note({ after: { state: 'APPROVED' } })
}

/** Developers as they are shown: with what follows from the programme. */
export const developerBin = withCounts(ruled, async (ctx, rows) => {
  const { slaHours, agreementVersion } = await readProgramme(ctx.db)
  const made = await appsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    ...(made.get(row.id) ?? noApps),
    dueAt: dueAt(row, slaHours),
    hasAgreed: agrees(row.agreementVersion, agreementVersion),
  }))
})
