import {
  type Fence,
  type FenceImpact,
  type InputOf,
  type NewOf,
  type Station,
  stations,
  type TextKey,
} from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { can } from '../../../kit/session.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { saveSheet } from '../../../kit/download/saveSheet.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

/** Says where the terminals of a station stand by another fence before it is saved. */
export const confirmFence = (id: string, fence: Fence | null): Promise<boolean> =>
  confirmSides(id, {
    wanted: { fence },
    says: fence ? 'station.fenceImpact' : 'station.fenceImpactNone',
    agree: 'station.fenceSave',
  })

/** The same of a station that gets another place, where its fence is around it. */
export async function confirmFencePlace(
  { latitude, longitude }: NewOf<typeof stations>,
  station: Station | null,
): Promise<boolean> {
  const isSame = latitude === station?.latitude && longitude === station?.longitude
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number'
  if (
    station?.fenceKind !== 'CIRCLE' ||
    isSame ||
    !isPlaced ||
    !can(stations.fenceImpact.permission)
  )
    return true
  return confirmSides(station.id, {
    wanted: { place: { latitude, longitude } },
    says: 'station.fenceImpact',
    agree: 'kit.save',
  })
}

interface Question {
  readonly wanted: Pick<InputOf<typeof stations.fenceImpact>['body'], 'fence' | 'place'>
  readonly says: TextKey
  readonly agree: TextKey
}

async function confirmSides(id: string, { wanted, says, agree }: Question): Promise<boolean> {
  const ask = (withRows: boolean) =>
    outcomeOf(call(stations.fenceImpact, { params: { id }, body: { ...wanted, withRows } }))
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
    text: t(says, values),
    agree: t(agree),
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
