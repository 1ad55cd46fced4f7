import { codes, organizations, organizationConfigPath } from '@muster/contract'
import { sql } from 'kysely'
import { mayCall } from '../../access/principal.ts'
import type { Context } from '../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../kit/record.ts'
import type { Bin } from '../../kit/recycleBin.ts'
import { fieldRefusal, Refusal } from '../../kit/refusal.ts'
import { seesMoreAt } from '../../access/grant.rules.ts'
import { translate } from '../../platform/texts.ts'
import { holdPlaces, placesIn, roomFor, seesParent, userOf } from './organization.queries.ts'
import { faultOfQuota, mayBeRoot } from './organization.rules.ts'
import { requireRoom } from './requireRoom.ts'

type Organization = StoredRow<'organization'>
type Wanted = Partial<NewRecord<'organization'>>
type OrganizationBin = Bin<Organization, NewRecord<'organization'>>

/** The bin of organisations with the rules that only organisations have: roots, quotas and users. */
export function withOrganizationRules(bin: OrganizationBin): OrganizationBin {
  return {
    ...bin,
    async add(ctx, values) {
      requirePlace(ctx, values, null)
      await requireGranted(ctx, values, null)
      return bin.add(ctx, values)
    },
    async update(ctx, values) {
      const { id, parentId } = values
      const before = await bin.find(ctx, id)
      requirePlace(ctx, values, before)
      if (parentId && parentId !== before.parentId) await holdPlaces(ctx, [id, parentId])
      await requireGranted(ctx, { ...before, ...values }, before)
      const after = await bin.update(ctx, values)
      const isMoved = after.parentId !== before.parentId
      if (isMoved) {
        await requireRoom(ctx, [id])
        requireSameSight(ctx, { id, from: before.path, to: after.path })
      }
      // What it inherits, or its terminals' clock, may be another now.
      if (isMoved || after.timezoneId !== before.timezoneId)
        ctx.changed(organizationConfigPath, [id], [id])
      return after
    },
    async setStatus(ctx, ids, status) {
      const set = await bin.setStatus(ctx, ids, status)
      const { isSuperAdmin, orgId } = ctx.principal
      // A disabled organisation lets nobody in, so nobody would be left to enable it.
      if (status === 0 && !isSuperAdmin && set.includes(orgId))
        throw new Refusal(codes.warning, 'used.ownOrganization')
      return set
    },
    async remove(ctx, ids) {
      const gone = await bin.remove(ctx, ids)
      const name = await userOf(ctx, gone)
      if (name !== null) throw new Refusal(codes.warning, 'used.user', { params: { name } })
      return gone
    },
  }
}

function requirePlace(ctx: Context, values: Wanted, before: Organization | null): void {
  if (values.parentId !== null || before?.parentId === null) return
  if (!mayBeRoot(ctx.principal)) throw fieldRefusal('parentId', 'rule.rootOrganization')
}

/** Nobody moves an organisation to where he sees more of it, or in it. */
function requireSameSight({ principal }: Context, move: Parameters<typeof seesMoreAt>[1]): void {
  if (seesMoreAt(principal.scope, move)) throw new Refusal(codes.forbidden, 'access.ownGain')
}

/** Quota, pace and validity have a right of their own, and are set from above. */
async function requireGranted(
  ctx: Context,
  values: Wanted,
  before: Organization | null,
): Promise<void> {
  const isQuota = (values.deviceQuota ?? null) !== (before?.deviceQuota ?? null)
  const isTime = momentOf(values.validTo) !== momentOf(before?.validTo)
  const isPace = (values.messagesPerSecond ?? null) !== (before?.messagesPerSecond ?? null)
  if (!isQuota && !isTime && !isPace) return
  const isRuledFromAbove = before === null || (await seesParent(ctx, before.parentId))
  const mayGrant = mayCall(ctx.principal, organizations.setQuota.permission)
  if (isTime && !(isRuledFromAbove && mayGrant)) throw fieldRefusal('validTo', 'rule.validity')
  if (isPace && !(isRuledFromAbove && mayGrant))
    throw fieldRefusal('messagesPerSecond', 'rule.pace')
  if (isQuota && !mayGrant) throw fieldRefusal('deviceQuota', 'rule.quotaRight')
  if (isQuota) await requireQuota(ctx, { values, before, isRuledFromAbove })
}

interface QuotaChange {
  readonly values: Wanted
  readonly before: Organization | null
  readonly isRuledFromAbove: boolean
}

async function requireQuota(ctx: Context, { values, before, isRuledFromAbove }: QuotaChange) {
  const id = before?.id ?? null
  // Whoever adds a terminal meanwhile waits, and then finds the quota: also the very first one.
  if (id !== null) await sql`select hold_quota(${id})`.execute(ctx.db)
  const fault = faultOfQuota({
    before: before?.deviceQuota ?? null,
    wanted: values.deviceQuota ?? null,
    above: await roomFor(ctx, { parentId: values.parentId ?? null, id }),
    used: await placesIn(ctx, id),
    isRuledFromAbove,
  })
  if (fault?.because === 'NOT_FROM_ABOVE') throw fieldRefusal('deviceQuota', 'rule.quota')
  if (!fault) return
  const { limit } = fault
  const says = fault.because === 'LESS_THAN_USED' ? 'rule.quotaUsed' : 'rule.quotaAbove'
  throw fieldRefusal('deviceQuota', translate(ctx.language, says, { limit }))
}

const momentOf = (text: string | null | undefined): number | null =>
  text ? Date.parse(text) : null
