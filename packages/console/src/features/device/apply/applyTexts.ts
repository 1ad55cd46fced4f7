import type {
  Apply,
  ApplyKind,
  ApplyState,
  DetailedApply,
  MoveKeep,
  TextKey,
} from '@muster/contract'
import type { StatusBadge } from '../../../kit/page/values.tsx'

export const kindTexts: Readonly<Record<ApplyKind, TextKey>> = {
  CLAIM: 'apply.kindShort.CLAIM',
  TRANSFER: 'apply.kindShort.TRANSFER',
  STOCK: 'apply.kindShort.STOCK',
  REPLACE: 'apply.kindShort.REPLACE',
  DECOMMISSION: 'apply.kindShort.DECOMMISSION',
}

/** What each kind is for. */
export const kindSentences: Readonly<Record<ApplyKind, TextKey>> = {
  CLAIM: 'apply.kind.CLAIM',
  TRANSFER: 'apply.kind.TRANSFER',
  STOCK: 'apply.kind.STOCK',
  REPLACE: 'apply.kind.REPLACE',
  DECOMMISSION: 'apply.kind.DECOMMISSION',
}

/** What becomes of what terminals have of their own. */
export const keepTexts: Readonly<Record<MoveKeep, TextKey>> = {
  KEEP: 'life.keep.KEEP',
  RESET: 'life.keep.RESET',
  WIPE: 'life.keep.WIPE',
}

/** What is said of it before an approval. */
export const keepSentences: Readonly<Record<Exclude<MoveKeep, 'KEEP'>, TextKey>> = {
  RESET: 'apply.keepSure.RESET',
  WIPE: 'apply.keepSure.WIPE',
}

/** What is asked before an approval of each kind. */
export const sureTexts: Readonly<Record<ApplyKind, TextKey>> = {
  CLAIM: 'apply.approveSure',
  TRANSFER: 'apply.approveSure',
  STOCK: 'apply.approveSure',
  REPLACE: 'apply.approveSure.REPLACE',
  DECOMMISSION: 'apply.approveSure.DECOMMISSION',
}

export const stateTexts: Readonly<Record<ApplyState, TextKey>> = {
  DRAFT: 'apply.state.DRAFT',
  SUBMITTED: 'apply.state.SUBMITTED',
  SOURCE_APPROVED: 'apply.state.SOURCE_APPROVED',
  DONE: 'apply.state.DONE',
  PARTIAL: 'apply.state.PARTIAL',
  REJECTED: 'apply.state.REJECTED',
  WITHDRAWN: 'apply.state.WITHDRAWN',
  EXPIRED: 'apply.state.EXPIRED',
}

export const tones: Readonly<Record<Apply['state'], Parameters<typeof StatusBadge>[0]['tone']>> = {
  DRAFT: 'neutral',
  SUBMITTED: 'waiting',
  SOURCE_APPROVED: 'waiting',
  DONE: 'good',
  PARTIAL: 'waiting',
  REJECTED: 'bad',
  WITHDRAWN: 'neutral',
  EXPIRED: 'neutral',
}

type Fault = NonNullable<DetailedApply['items'][number]['fault']>

export const faultTexts: Readonly<Record<Fault, TextKey>> = {
  GONE: 'apply.fault.GONE',
  NOT_THERE: 'apply.fault.NOT_THERE',
  WRONG_STATE: 'apply.fault.WRONG_STATE',
  NO_SUCCESSOR: 'apply.fault.NO_SUCCESSOR',
  NOT_WIPED: 'apply.fault.NOT_WIPED',
  KEYS_HELD: 'apply.fault.KEYS_HELD',
}
