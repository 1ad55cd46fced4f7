import {
  type NewOf,
  type PlaceImpact,
  type Station,
  type StationImpact,
  stations,
} from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { saveSheet } from '../../../kit/download/saveSheet.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

/** Says which terminals come to a station, or leave it, before they do; none of them asks nothing. */
export async function confirmPlace(
  { id: stationId, name }: Station,
  kind: 'bind' | 'unbind',
  sns: readonly string[],
): Promise<boolean> {
  const to = kind === 'bind' ? 'HERE' : 'AWAY'
  const ask = (withRows: boolean) =>
    outcomeOf(call(stations.placeImpact, { body: { stationId, sns: [...sns], to, withRows } }))
  const asked = await ask(false)
  if ('error' in asked) return false
  const { may, total, leaving } = asked.reply
  // What keeps each of them is said by the answer.
  if (may === 0) return true
  const save = async () => {
    const answer = await ask(true)
    if ('reply' in answer) savePlaced(answer.reply)
  }
  const counts = { name, may: formatNumber(may), total: formatNumber(total) }
  const said = t(to === 'HERE' ? 'station.placeSure' : 'station.takeSure', counts)
  const left = leaving > 0 ? t('station.placeLeaving', { count: formatNumber(leaving) }) : ''
  return confirm({
    title: t('station.bindTitle', { name }),
    text: `${said} ${left}`.trim(),
    agree: t(to === 'HERE' ? 'station.bindOn' : 'station.bindOff'),
    kind: 'ordinary',
    count: may,
    list: { label: t('life.impactSheet'), save: () => void save() },
  })
}

function savePlaced({ rows = [] }: PlaceImpact): void {
  const columns = [
    t('device.sn'),
    t('device.name'),
    t('device.organization'),
    t('station.standsNow'),
  ]
  const lines = rows.map(({ sn, name, orgName, stationName }) => [sn, name, orgName, stationName])
  saveSheet('terminals.csv', columns, lines)
}

/** Says how many terminals a station has before another organisation gets it. */
export async function confirmMove(
  { orgId }: NewOf<typeof stations>,
  station: Station | null,
): Promise<boolean> {
  if (!station || orgId === station.orgId) return true
  const ask = (withRows: boolean) =>
    outcomeOf(call(stations.moveImpact, { params: { id: station.id }, body: { orgId, withRows } }))
  const asked = await ask(false)
  if ('error' in asked) return false
  const { total, odd } = asked.reply
  if (total === 0) return true
  const save = async () => {
    const answer = await ask(true)
    if ('reply' in answer) saveThere(answer.reply)
  }
  const said = t('station.moveSure', { name: station.name, total: formatNumber(total) })
  const kept = odd > 0 ? t('station.moveOdd', { count: formatNumber(odd) }) : ''
  return confirm({
    title: t('station.moveTitle'),
    text: `${said} ${kept}`.trim(),
    agree: t('kit.save'),
    kind: odd > 0 ? 'dangerous' : 'ordinary',
    count: total,
    list: { label: t('life.impactSheet'), save: () => void save() },
  })
}

function saveThere({ rows = [] }: StationImpact): void {
  const columns = [
    t('device.sn'),
    t('device.name'),
    t('device.organization'),
    t('station.otherBranchShort'),
  ]
  const lines = rows.map(({ sn, name, orgName, isOdd }) => [
    sn,
    name,
    orgName,
    t(isOdd ? 'life.sheet.yes' : 'life.sheet.no'),
  ])
  saveSheet('terminals.csv', columns, lines)
}
