import { type AppSummary, appStat } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import type { Bar } from '../../../ui/chart/barOption.ts'
import { Block } from '../page/Block.tsx'
import { Facts } from '../page/Facts.tsx'
import { shareText } from '../page/shareText.ts'
import { useFigures, useStat } from '../page/stat.ts'
import { useHolderLink } from './useHolderLink.ts'

type Link = ReturnType<typeof useHolderLink>

/** Who has an application now, in which version, and how many have its newest one. */
export function SummaryBlocks({ appId }: { readonly appId: string }) {
  const { filter } = useStat()
  const read = useFigures(appStat.summary, { query: { ...filter, appId } })
  const link = useHolderLink('STATISTICS_APK')
  const factsOf = (data: AppSummary) => summaryFacts(data, appId, link)
  const barsOf = (data: AppSummary) => versionBars(data, appId, link)
  return (
    <>
      <Block
        title={t('appStat.spread')}
        name="application"
        read={read}
        figures={(data) => ({
          columns: [t('stat.figure'), t('workbench.terminals')],
          rows: factsOf(data).map(({ text, count }) => [text, count]),
          hrefs: factsOf(data).map(({ href }) => href),
        })}
      >
        {(data) => <Facts facts={factsOf(data)} />}
      </Block>
      <Block
        title={t('appStat.versions')}
        name="application-versions"
        read={read}
        empty={({ terminals }) => (terminals === 0 ? 'workbench.noTerminals' : null)}
        figures={(data) => ({
          columns: [t('appStat.version'), t('workbench.terminals')],
          rows: barsOf(data).map(({ label, value }) => [label, value]),
          hrefs: barsOf(data).map(({ href }) => href),
        })}
      >
        {(data) => (
          <BarChart
            bars={barsOf(data)}
            summary={t('appStat.versions')}
            direction={direction}
            formatValue={(value) => shareText(value, data.terminals)}
          />
        )}
      </Block>
    </>
  )
}

export const versionLabel = ({
  code,
  name,
}: {
  readonly code: number
  readonly name: string | null
}): string => (name === null ? String(code) : `${name} (${code})`)

function summaryFacts({ terminals, newest, sideLoaded }: AppSummary, appId: string, link: Link) {
  const fact = (text: string, count: number, more: Record<string, string>) => ({
    text,
    count,
    value: formatNumber(count),
    href: count > 0 ? link({ appId, ...more }) : undefined,
  })
  return [
    fact(t('appStat.have'), terminals, {}),
    ...(newest
      ? [
          fact(
            t('appStat.haveNewest', {
              version: versionLabel(newest),
              share: shareText(newest.terminals, terminals),
            }),
            newest.terminals,
            { versionCode: String(newest.code) },
          ),
        ]
      : []),
    fact(t('appStat.sideLoaded'), sideLoaded, { source: 'SIDE_LOADED' }),
  ]
}

/** The newest in green; those behind it wait. */
export function versionBars(
  { versions, newest }: Pick<AppSummary, 'versions' | 'newest'>,
  appId: string,
  link: Link,
): readonly Bar[] {
  return versions.map((version) => ({
    key: String(version.code),
    label: versionLabel(version),
    value: version.terminals,
    href: link({ appId, versionCode: String(version.code) }),
    tone: newest === null || version.code >= newest.code ? ('good' as const) : ('waiting' as const),
  }))
}
