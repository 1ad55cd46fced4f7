import { type Push, type PushMove, pushMoves } from '@muster/contract'
import { notifyBatch } from '../../kit/batch/lazyBatch.ts'
import { call } from '../../kit/call.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import { useCan } from '../../kit/session.ts'
import { outcomeOf, useAction, useSend } from '../../kit/useAction.ts'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import type { PushCalls } from './pushCalls.ts'

export type Moved = Pick<
  Push,
  | 'id'
  | 'taskNo'
  | 'state'
  | 'graceUntil'
  | 'size'
  | 'failed'
  | 'cancelled'
  | 'needsApproval'
  | 'approvedAt'
>

/** A push that somebody ends, and how; he says why. */
export interface Ending {
  readonly push: Moved
  readonly move: 'stop' | 'reject'
}

/** Which of a push begin anew: of one error code, or some that are named; else all. */
interface Which {
  readonly code?: string
  readonly ids?: Iterable<string>
}

type Reached = Pick<Push, 'kind' | 'succeeded'>

/** Whether there is anything to bring back: the server knows of what version. */
export const mayRollBack = ({ kind, succeeded }: Reached): boolean =>
  kind === 'APP_INSTALL' && succeeded > 0

/** Whether an act leads on from where a push is. */
export function mayMove(push: Moved, move: PushMove): boolean {
  if (!pushMoves[move].includes(push.state)) return false
  // What no second person has let go is given anew instead.
  const lacksApproval = push.needsApproval && push.approvedAt === null
  if (move === 'retry') return !lacksApproval && push.failed + push.cancelled > 0
  if (move !== 'takeBack' || push.state === 'APPROVAL' || push.state === 'SCHEDULED') return true
  return push.graceUntil !== null && Date.parse(push.graceUntil) > Date.now()
}

const rolledBack = (no: string): string => t('appPush.rolledBack', { no })

/** Lets one go after a look at how many it is for by now. */
function useApprove(of: PushCalls) {
  const act = useAction(of)
  const mayCount = useCan(of.detail.permission)
  /** For how many it would be now: it may not be written down yet. Null: nobody can say. */
  const meantNow = async ({ id, size }: Moved) => {
    if (!mayCount) return { count: size, capped: false }
    const found = await outcomeOf(call(of.detail, { params: { id } }))
    return 'reply' in found
      ? (found.reply.meant ?? { count: found.reply.size, capped: false })
      : null
  }
  const approve = async (push: Moved) => {
    const meant = await meantNow(push)
    if (!meant) return
    const { count, capped } = meant
    const title = t('push.approve')
    const no = push.taskNo
    const text = capped
      ? t('push.approveSureOfMore', { no, number: formatNumber(count) })
      : t('push.approveSure', { no, count })
    const isSure = await confirm({ title, text, agree: title, kind: 'ordinary', count })
    if (isSure && of.approve)
      await act(of.approve, { params: { id: push.id } }, () => t('push.approved'))
  }
  return approve
}

/** What people do with a push at one press; a stop asks for its reason elsewhere. */
export function usePushActs(of: PushCalls) {
  const act = useAction(of)
  const send = useSend(of)
  const approve = useApprove(of)
  const retry = async ({ id }: Pick<Moved, 'id'>, { code, ids }: Which = {}) => {
    const body = { ...(code !== undefined && { code }), ...(ids && { ids: [...ids] }) }
    const sent = await outcomeOf(send(of.retry, { params: { id }, body }))
    if (!('reply' in sent)) return false
    const text = t('push.retried', { count: sent.reply.count })
    await notifyBatch(sent.reply, { kind: 'success', text })
    return true
  }
  const plain =
    (move: 'takeBack' | 'pause' | 'resume') =>
    ({ id }: Moved) =>
      act(of[move], { params: { id } })
  const rollBack = async (call: NonNullable<PushCalls['rollBack']>, push: Moved & Reached) => {
    const { taskNo: no, succeeded: count } = push
    const title = t('appPush.rollBack')
    const text = t('appPush.rollBackSure', { no, count })
    const isSure = await confirm({ title, text, agree: title, kind: 'dangerous', count })
    if (isSure) await act(call, { params: { id: push.id } }, (made) => rolledBack(made.taskNo))
  }
  return {
    approve,
    rollBack,
    retry,
    takeBack: plain('takeBack'),
    pause: plain('pause'),
    resume: plain('resume'),
  }
}

/** Moves that all pushes have: nobody decides about those that wait for nobody. */
type SharedMove = Exclude<PushMove, 'approve' | 'reject'>

export const permissionOf = (of: PushCalls, move: SharedMove): string => of[move].permission
