import { type FunctionalImpact, functionals } from '@muster/contract'
import type { LifeCalls } from '../../../kit/batch/recordCalls.ts'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { saveSheet } from '../../../kit/download/saveSheet.ts'
import { formatCapped } from '../../../kit/formatCapped.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'

const verbs = {
  remove: 'kit.remove',
  revert: 'kit.revert',
  enable: 'kit.enable',
  disable: 'kit.disable',
} as const

const agrees: LifeCalls['remove']['agrees'] = async (kind, what) => {
  if (kind === 'destroy') return true
  // What lies in the bin is no row of the list; what is taken back was shown before.
  if ('rows' in what || ('matching' in what && kind === 'revert')) return true
  const named =
    'id' in what
      ? { ids: [what.id] }
      : 'ids' in what
        ? { ids: [...what.ids] }
        : { matching: what.matching }
  const holds = kind === 'revert' || kind === 'enable'
  const ask = (withRows: boolean) =>
    outcomeOf(call(functionals.rowsImpact, { body: { ...named, holds, withRows } }))
  const asked = await ask(false)
  if ('error' in asked) return false
  const { count, capped } = asked.reply
  if (count === 0) return true
  const save = async () => {
    const answer = await ask(true)
    if ('reply' in answer) saveRows(answer.reply.rows ?? [])
  }
  return confirm({
    title: t(verbs[kind]),
    text: t(holds ? 'functional.holdsAgain' : 'functional.holdsNoMore', {
      count: formatCapped(count, capped ?? false),
    }),
    agree: t(verbs[kind]),
    kind: holds ? 'ordinary' : 'dangerous',
    count,
    list: { label: t('life.impactSheet'), save: () => void save() },
  })
}

type Rows = NonNullable<FunctionalImpact['rows']>

function saveRows(rows: Rows): void {
  const columns = [
    t('device.sn'),
    t('device.name'),
    t('device.organization'),
    t('functional.model'),
  ]
  const lines = rows.map(({ sn, name, orgName, modelName }) => [sn, name, orgName, modelName])
  saveSheet('terminals.csv', columns, lines)
}

/** Profiles, with the question for how many terminals what they say changes. */
export const functionalRows = { ...functionals, remove: { ...functionals.remove, agrees } }
