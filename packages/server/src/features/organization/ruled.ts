import { codes } from '@muster/contract'
import type { Context } from '../../kit/context.ts'
import type { Row } from '../../kit/page.ts'
import type { Bin } from '../../kit/recycleBin.ts'
import { fieldRefusal, Refusal } from '../../kit/refusal.ts'
import { translate } from '../../platform/texts.ts'
import { configPath } from './config/configPath.ts'
import { quotaFrom, seesParent, userOf } from './organization.queries.ts'
import { faultOfQuota, mayBeRoot } from './organization.rules.ts'
import { requireRoom } from './requireRoom.ts'
import { seenOne } from './seen.ts'

/** The bin of organisations with the rules that only organisations have: roots, quotas and users. */
export function ruled(bin: Bin): Bin {
  return {
    ...bin,
    find: async (ctx, id) => seenOne(ctx, await bin.find(ctx, id)),
    async add(ctx, values) {
      requirePlace(ctx, values, { parentId: undefined })
      await requireQuota(ctx, values, null)
      return bin.add(ctx, values)
    },
    async update(ctx, values) {
      const before = await bin.find(ctx, String(values['id']))
      requirePlace(ctx, values, before)
      await requireQuota(ctx, { ...before, ...values }, before)
      const after = await bin.update(ctx, values)
      if (after['parentId'] !== before['parentId']) {
        const id = String(after['id'])
        await requireRoom(ctx, [id])
        // What it inherits may be another now.
        ctx.changed(configPath, [id], [id])
      }
      return seenOne(ctx, after)
    },
    async remove(ctx, ids) {
      const gone = await bin.remove(ctx, ids)
      const name = await userOf(ctx, gone)
      if (name !== null) throw new Refusal(codes.warning, 'used.user', { params: { name } })
      return gone
    },
  }
}

function requirePlace(ctx: Context, values: Row, before: Row): void {
  if (values['parentId'] !== null || before['parentId'] === null) return
  if (!mayBeRoot(ctx.principal)) throw fieldRefusal('parentId', 'rule.rootOrganization')
}

async function requireQuota(ctx: Context, values: Row, before: Row | null): Promise<void> {
  const parentId = textOf(values['parentId'])
  const fault = faultOfQuota({
    before: numberOf(before?.['deviceQuota']),
    wanted: numberOf(values['deviceQuota']),
    above: await quotaFrom(ctx, parentId),
    isRuledFromAbove: before === null || (await seesParent(ctx, textOf(before['parentId']))),
  })
  if (fault?.because === 'NOT_FROM_ABOVE') throw fieldRefusal('deviceQuota', 'rule.quota')
  if (fault) {
    const { limit } = fault
    throw fieldRefusal('deviceQuota', translate(ctx.language, 'rule.quotaAbove', { limit }))
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
