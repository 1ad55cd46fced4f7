import { type Push, type PushMove, pushMoves } from '@muster/contract'
import { notifyBatch } from '../../kit/batch/lazyBatch.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import { outcomeOf, useAction, useSend } from '../../kit/useAction.ts'
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

/** What people do with a push at one press; a stop asks for its reason elsewhere. */
export function usePushActs(of: PushCalls) {
  const act = useAction(of)
  const send = useSend(of)
  const approve = async (push: Moved) => {
    const title = t('push.approve')
    const text = t('push.approveSure', { no: push.taskNo, count: push.size })
    const isSure = await confirm({ title, text, agree: title, kind: 'ordinary', count: push.size })
    if (isSure && of.approve)
      await act(of.approve, { params: { id: push.id } }, () => t('push.approved'))
  }
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
