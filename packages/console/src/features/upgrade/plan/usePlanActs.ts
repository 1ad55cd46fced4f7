import { mayMovePlan, type Plan, type PlanMove, plans, upgradeResults } from '@muster/contract'
import { ask } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { can, useSession } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

/** Acts that need no more than a click, some of them with a question before. */
export const plainActs = [
  'submit',
  'withdraw',
  'start',
  'pause',
  'resume',
  'nextWave',
  'retry',
  'rollBack',
] as const
export type PlainAct = (typeof plainActs)[number]

/** What may be done with a plan as it stands. */
export function mayDo(plan: Plan, move: PlanMove): boolean {
  // One that is disabled takes no act until it is enabled again.
  if (plan.status === 0 || !mayMovePlan(plan.state, move)) return false
  // Nobody decides about what he has written or handed in: the server knows who has.
  if (move === 'approve' || move === 'reject') return plan.waitsForMe
  if (move === 'withdraw')
    return can(plans.update.permission) || plan.submittedByName === userName()
  if (move === 'nextWave') return plan.wave > 0 && plan.wave < plan.waveCount
  if (move === 'retry') return plan.failed + plan.noContact + plan.unwell > 0
  if (move === 'rollBack') return plan.succeeded + plan.installed + plan.unwell > 0
  return true
}

const userName = () => useSession.getState().user?.userName

const asked = ['start', 'nextWave', 'rollBack'] as const
const isAsked = (act: PlainAct): act is (typeof asked)[number] => asked.some((one) => one === act)

/** How many terminals a rollback is about. */
const whoHasIt = ({ succeeded, installed, unwell }: Plan): string => {
  const count = succeeded + installed + unwell
  return t('plan.haveIt', { count, shown: formatNumber(count) })
}

/** "It has this version already", when its turn came. */
const alreadyThere = 'I202'

/**
 * Terminals that nothing brings back: they had the version without an install on record, because somebody
 * else gave it to them, or because the database was restored from before it.
 */
async function whoStays({ id }: Pick<Plan, 'id'>): Promise<readonly string[]> {
  if (!can(upgradeResults.page.permission)) return []
  const query = { planId: id, state: 'FILTERED', code: alreadyThere, pageSize: 1 } as const
  // Who cannot be told of them may roll back all the same.
  const found = await ask(upgradeResults.page, { query }).catch(() => null)
  if (!found || found.total === 0) return []
  const { total: count, capped } = found
  return [t(capped ? 'plan.stayMany' : 'plan.stay', { count })]
}

/** Carries out what needs no form. */
export function usePlanActs() {
  const act = useAction(plans)
  const sure = async (plan: Plan, one: PlainAct): Promise<boolean> => {
    if (!isAsked(one)) return true
    const title = t(`plan.${one}`)
    const said = t(`plan.sure.${one}`, { name: plan.name })
    const text =
      one === 'rollBack' ? [whoHasIt(plan), said, ...(await whoStays(plan))].join(' ') : said
    const kind = one === 'rollBack' ? 'dangerous' : 'ordinary'
    return confirm({ title, text, agree: title, kind })
  }
  return async (plan: Plan, one: PlainAct) => {
    if (!(await sure(plan, one))) return
    const { id, name, state } = plan
    if (one === 'retry')
      await act(plans.retry, { params: { id }, body: {} }, ({ count }) =>
        // Nothing is sent before it is resumed.
        t(state === 'PAUSED' ? 'plan.done.retryPaused' : 'plan.done.retry', {
          name,
          count: formatNumber(count),
        }),
      )
    else await act(plans[one], { params: { id } }, () => t(`plan.done.${one}`, { name }))
  }
}
