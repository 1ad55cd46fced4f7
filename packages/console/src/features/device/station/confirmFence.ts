import { type Fence, type FenceImpact, stations } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { saveSheet } from '../../../kit/download/saveSheet.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

/** Says where the terminals of a station stand by another fence before it is saved. */
export async function confirmFence(id: string, fence: Fence | null): Promise<boolean> {
  const ask = (withRows: boolean) =>
    outcomeOf(call(stations.fenceImpact, { params: { id }, body: { fence, withRows } }))
  const asked = await ask(false)
  if ('error' in asked) return false
  const { total, inside, outside, unknown, leaving, entering } = asked.reply
  if (total === 0) return true
  const save = async () => {
    const answer = await ask(true)
    if ('reply' in answer) saveRows(answer.reply)
  }
  const counts = Object.entries({ total, inside, outside, unknown, leaving, entering })
  const values = Object.fromEntries(counts.map(([name, count]) => [name, formatNumber(count)]))
  return confirm({
    title: t('station.fenceAskTitle'),
    text: t(fence ? 'station.fenceImpact' : 'station.fenceImpactNone', values),
    agree: t('station.fenceSave'),
    kind: leaving > 0 ? 'dangerous' : 'ordinary',
    count: total,
    list: { label: t('life.impactSheet'), save: () => void save() },
  })
}

const sideText = (side: 'IN' | 'OUT' | null) => t(`station.side.${side ?? 'UNKNOWN'}`)

function saveRows({ rows = [] }: FenceImpact): void {
  const columns = [
    t('device.sn'),
    t('device.name'),
    t('device.organization'),
    t('station.sideBefore'),
    t('station.sideAfter'),
  ]
  const lines = rows.map(({ sn, name, orgName, before, after }) => [
    sn,
    name,
    orgName,
    sideText(before),
    sideText(after),
  ])
  saveSheet('fence.csv', columns, lines)
}
