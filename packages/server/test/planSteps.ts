import { type Plan, plans } from '@muster/contract'
import { endPushes } from '../src/features/device/push/endPushes.ts'
import { followPushes } from '../src/features/device/push/follow.ts'
import { runPlans } from '../src/features/upgrade/plan/plan.worker.ts'
import { inTransaction } from '../src/platform/transaction.ts'
import type { TestApp, TestUser } from './testApp.ts'
import { until } from './until.ts'

/** A wave that asks for nothing but that all have ended. */
export const easyWave = { successPercent: 0, errorPercent: 100, soakMinutes: 0 }

interface Planners {
  readonly admin: TestUser
  /** Who agrees to what the first one hands in. */
  readonly second: TestUser
}

let named = 0

/** How people write plans and begin them, and how workers take them on, one round after the other. */
export function planSteps({ platform, rootId }: TestApp, { admin, second }: Planners) {
  const follow = () => followPushes({ ...platform, now: () => new Date() })
  const find = (id: string) => admin.get(plans.detail, { params: { id } })
  const round = async () => {
    await runPlans(platform)
    await follow()
    await inTransaction(platform.pool, endPushes)
  }
  const bodyOf = (versionIds: readonly string[], sns: readonly string[], more: object = {}) => ({
    name: `Plan ${++named}`,
    orgId: rootId,
    versionIds: [...versionIds],
    targets: { sns: [...sns] },
    waves: [easyWave],
    ...more,
  })
  return {
    bodyOf,
    find,
    follow,
    round,
    async begin(
      versionIds: readonly string[],
      sns: readonly string[],
      more: object = {},
      user: TestUser = admin,
    ): Promise<Plan> {
      const { id } = await user.get(plans.add, { body: bodyOf(versionIds, sns, more) })
      const params = { params: { id } }
      const { state, version } = await user.get(plans.submit, params)
      if (state === 'APPROVAL') await second.get(plans.approve, { ...params, body: { version } })
      return user.get(plans.start, params)
    },
    /** Takes it on until it is as wished. */
    async goOn(id: string, holds: (plan: Plan) => boolean, what: string): Promise<Plan> {
      await until(async () => {
        await round()
        return holds(await find(id))
      }, what)
      return find(id)
    },
  }
}
