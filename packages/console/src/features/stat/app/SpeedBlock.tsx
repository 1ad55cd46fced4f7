import { appStat, type ReplyOf } from '@muster/contract'
import { formatDateTime, formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Block } from '../page/Block.tsx'
import { Facts } from '../page/Facts.tsx'
import { useFigures, useStat } from '../page/stat.ts'
import { versionLabel } from './SummaryBlocks.tsx'

type Speed = ReplyOf<typeof appStat.speed>

/** How fast the newest version came to those that have the application. */
export function SpeedBlock({ appId }: { readonly appId: string }) {
  const { filter } = useStat()
  const read = useFigures(appStat.speed, { query: { ...filter, appId } })
  return (
    <Block
      title={t('appStat.speed')}
      name="application-speed"
      read={read}
      empty={({ reached }) => (reached === 0 ? 'stat.nothingHere' : null)}
      figures={(data) => ({
        columns: [t('stat.figure'), t('appStat.hours')],
        rows: data.steps.map(({ percent, hours }) => [percentText(percent), inTenths(hours)]),
      })}
    >
      {(data) => <Facts facts={factsOf(data)} />}
    </Block>
  )
}

const percentText = (percent: number) => t('appStat.reached', { value: formatNumber(percent) })
const inTenths = (hours: number | null) => (hours === null ? null : Math.round(hours * 10) / 10)

const factsOf = ({ steps, reached, terminals, newest, firstAt }: Speed) => [
  ...steps.map(({ percent, hours }) => ({
    text: percentText(percent),
    value:
      hours === null
        ? t('appStat.notYet')
        : t('stat.hours', { value: formatNumber(inTenths(hours)) }),
  })),
  {
    text: t('appStat.reachedOf', {
      version: newest ? versionLabel(newest) : nothing,
      since: firstAt === null ? nothing : formatDateTime(firstAt),
    }),
    value: t('appStat.of', { count: formatNumber(reached), all: formatNumber(terminals) }),
  },
]
