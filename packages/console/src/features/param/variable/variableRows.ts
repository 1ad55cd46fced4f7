import { variables } from '@muster/contract'
import type { LifeCalls } from '../../../kit/batch/recordCalls.ts'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { formatCapped } from '../../../kit/formatCapped.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'

/** Variables that are looked at before they are taken away; of more the question says less than there is. */
const mostAsked = 50

const agrees: LifeCalls['remove']['agrees'] = async (kind, what) => {
  if (kind !== 'remove' && kind !== 'disable') return true
  const ids = 'id' in what ? [what.id] : 'ids' in what ? what.ids.slice(0, mostAsked) : []
  const outcomes = await Promise.all(
    ids.map((id) => outcomeOf(call(variables.detail, { params: { id } }))),
  )
  const named = new Map(
    outcomes.flatMap((one) => ('reply' in one ? [[one.reply.key, one.reply.references]] : [])),
  )
  const count = [...named.values()].reduce((sum, one) => sum + one, 0)
  if (count === 0) return true
  return confirm({
    title: t(kind === 'remove' ? 'kit.remove' : 'kit.disable'),
    text: t('variable.stillUsed', { count: formatCapped(count) }),
    agree: t(kind === 'remove' ? 'kit.remove' : 'kit.disable'),
    kind: 'dangerous',
  })
}

/** Variables, with the question of how many name them before they are taken away or switched off. */
export const variableRows = { ...variables, remove: { ...variables.remove, agrees } }
