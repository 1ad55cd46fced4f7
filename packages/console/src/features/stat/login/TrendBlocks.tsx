import { connectionsList, type FigureList, type LoginTrend, logins } from '@muster/contract'
import { formatDateTime, formatDay, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { ColumnChart } from '../../../ui/chart/ColumnChart.tsx'
import { SmallButton } from '../../../ui/table/cells.tsx'
import { reasonText } from '../../device/index.ts'
import { Block } from '../page/Block.tsx'
import { useFigureLink, useFigures } from '../page/stat.ts'
import classes from './login.module.css'

interface TrendProps {
  readonly filter: Readonly<Record<string, string>>
  /** Shows in the list below what a figure counts. */
  readonly show: (list: FigureList) => void
}

/** How many connections began in each hour or day, and how they ended. */
export function TrendBlocks({ filter, show }: TrendProps) {
  const { from, to, orgId, modelId } = filter
  const read = useFigures(logins.trend, {
    query: {
      ...(from && { from }),
      ...(to && { to }),
      ...(orgId && { orgId }),
      ...(modelId && { modelId }),
    },
  })
  const isDaily = read.data?.grain === 'DAY'
  const link = useFigureLink()
  const listOf = (trend: LoginTrend, reason: string) =>
    connectionsList(trend, { orgId, modelId, reason })
  return (
    <div className={classes.blocks}>
      <Block
        title={t(isDaily ? 'deviceLogin.perDay' : 'deviceLogin.perHour')}
        name="sign-ins"
        read={read}
        empty={({ connects }) => (connects === 0 ? 'deviceLogin.empty' : null)}
        figures={({ points, grain }) => ({
          columns: [t('deviceLogin.when'), t('deviceLogin.connects')],
          rows: points.map(({ at, connects }) => [labelOf(at, grain), connects]),
          hrefs: points.map(({ at }) =>
            link(connectionsList(stepAt(at, grain), { orgId, modelId })),
          ),
        })}
      >
        {(data) => <Connects {...data} />}
      </Block>
      <Block
        title={t('deviceLogin.ends')}
        name="ends-of-connections"
        read={read}
        empty={({ connects }) => (connects === 0 ? 'deviceLogin.empty' : null)}
        figures={(data) => ({
          columns: [t('deviceLogin.reason'), t('deviceLogin.connects')],
          rows: endsOf(data).map(([, text, count]) => [text, count]),
          hrefs: endsOf(data).map(([reason]) => link(listOf(data, reason))),
        })}
      >
        {(data) => (
          <ul className={classes.ends}>
            {endsOf(data).map(([reason, text, count]) => {
              const list = listOf(data, reason)
              return (
                <li key={reason}>
                  <span>{text}</span>
                  <strong>{formatNumber(count)}</strong>
                  {list && (
                    <SmallButton onClick={() => show(list)}>
                      {t('deviceLogin.showThese')}
                    </SmallButton>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </Block>
    </div>
  )
}

function Connects({ points, connects, grain }: LoginTrend) {
  return (
    <ColumnChart
      columns={points.map(({ at, connects: count }) => ({
        label: labelOf(at, grain),
        says: `${labelOf(at, grain)}: ${formatNumber(count)}`,
        values: [count],
      }))}
      parts={['data']}
      formatValue={formatNumber}
      summary={t('deviceLogin.sumConnects', { count: formatNumber(connects) })}
    />
  )
}

/** Reason, its words, and how many; those that last come last. */
function endsOf({ ends, open }: LoginTrend): readonly (readonly [string, string, number])[] {
  const over = ends.map(({ reason, count }) => [reason, reasonText(reason), count] as const)
  return open > 0 ? [...over, ['OPEN', t('deviceLogin.reason.OPEN'), open]] : over
}

const labelOf = (at: string, grain: LoginTrend['grain']): string =>
  grain === 'HOUR' ? formatDateTime(at) : formatDay(at.slice(0, 10))

const hourMs = 3_600_000

const stepAt = (at: string, grain: LoginTrend['grain']) => ({
  from: at,
  to: new Date(Date.parse(at) + (grain === 'DAY' ? 24 : 1) * hourMs).toISOString(),
})
