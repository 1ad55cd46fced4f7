import {
  defaultLogDays,
  loginBans,
  type LoginFailures,
  logins,
  models,
  organizations,
} from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { Ltr, Time, Words } from '../../../kit/page/values.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { useCan } from '../../../kit/session.ts'
import { Forbidden } from '../../../kit/page/Sentence.tsx'
import { formatDateTime, formatDay, formatNumber } from '../../../platform/format.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { MomentInput } from '../../../kit/dates/MomentInput.tsx'
import { ColumnChart } from '../../../ui/chart/ColumnChart.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { Block } from '../page/Block.tsx'
import { useFigures } from '../page/stat.ts'
import type { NewBan } from './BanDialog.tsx'
import classes from './login.module.css'
import { causeTexts } from './loginTexts.ts'

const BanDialog = lazyDialog(() => import('./BanDialog.tsx').then((file) => file.BanDialog))

/** Who tried to come in and was refused, and why. */
export function FailurePanel() {
  const { query } = usePage()
  const { from, to, orgId, modelId } = query
  const isAllowed = useCan(logins.failed.permission)
  const read = useFigures(
    logins.failed,
    {
      query: {
        ...(from && { from }),
        ...(to && { to }),
        ...(orgId && { orgId }),
        ...(modelId && { modelId }),
      },
    },
    { isAllowed },
  )
  const ban = useDialog<NewBan>()
  const { points } = read.data ?? { points: [] }
  const isDaily = points.length > 1 && hoursBetween(points) > 1
  const label = (at: string) => (isDaily ? formatDay(at.slice(0, 10)) : formatDateTime(at))
  if (!isAllowed) return <Forbidden permission={logins.failed.permission} />
  const empty = ({ total }: LoginFailures) => (total === 0 ? 'deviceLogin.noFailures' : null)
  return (
    <>
      <Cut />
      <p className={classes.hint}>{t('deviceLogin.failuresHint')}</p>
      <div className={classes.blocks}>
        <Block
          title={t(isDaily ? 'deviceLogin.failuresPerDay' : 'deviceLogin.failuresPerHour')}
          name="failed-sign-ins"
          read={read}
          empty={empty}
          figures={(data) => ({
            columns: [t('deviceLogin.when'), t('deviceLogin.count')],
            rows: data.points.map(({ at, count }) => [label(at), count]),
          })}
        >
          {(data) => (
            <ColumnChart
              columns={data.points.map(({ at, count }) => ({
                label: label(at),
                says: `${label(at)}: ${formatNumber(count)}`,
                values: [count],
              }))}
              parts={['danger']}
              formatValue={formatNumber}
              summary={`${t('deviceLogin.failures')}: ${formatNumber(data.total)}`}
            />
          )}
        </Block>
        <Block
          title={t('deviceLogin.cause')}
          name="causes-of-failed-sign-ins"
          read={read}
          empty={empty}
          figures={causesOf}
        >
          {(data) => (
            <ul className={classes.causes}>
              {data.causes.map(({ cause, count }) => (
                <li key={cause}>
                  <span>{t(causeTexts[cause])}</span>
                  <strong>{formatNumber(count)}</strong>
                </li>
              ))}
            </ul>
          )}
        </Block>
      </div>
      {read.data && read.data.examples.length > 0 && (
        <Examples examples={read.data.examples} ban={ban.open} />
      )}
      <BanDialog dialog={ban} />
    </>
  )
}

const causesOf = ({ causes }: LoginFailures) => ({
  columns: [t('deviceLogin.cause'), t('deviceLogin.count')],
  rows: causes.map(({ cause, count }) => [t(causeTexts[cause]), count]),
})

function hoursBetween([first, second]: LoginFailures['points']): number {
  return (Date.parse(second?.at ?? '') - Date.parse(first?.at ?? '')) / 3_600_000
}

/** From when to when, and whose. */
function Cut() {
  const { query, setQuery } = usePage()
  const set = (name: string) => (value: string | null) =>
    setQuery({ ...query, [name]: value ?? '' })
  return (
    <div className={classes.cut}>
      <MomentInput
        label={t('log.from')}
        value={query['from'] ?? ''}
        hint={t('kit.lastDays', { count: defaultLogDays })}
        onChoose={set('from')}
      />
      <MomentInput label={t('log.to')} value={query['to'] ?? ''} onChoose={set('to')} isEnd />
      <RecordPicker
        of={organizations}
        label={t('kit.orgAndBelow')}
        value={query['orgId'] || null}
        onChange={set('orgId')}
      />
      <RecordPicker
        of={models}
        label={t('deviceLogin.model')}
        value={query['modelId'] || null}
        onChange={set('modelId')}
      />
    </div>
  )
}

interface ExamplesProps {
  readonly examples: LoginFailures['examples']
  readonly ban: (record: NewBan) => void
}

/** The last ones of each cause, with the way to keep them out. */
const Examples = ({ examples, ban }: ExamplesProps) => (
  <section className={classes.examples}>
    <h3>{t('deviceLogin.examples')}</h3>
    <PlainTable
      label={t('deviceLogin.examples')}
      size="small"
      titles={[
        t('deviceLogin.when'),
        t('deviceLogin.cause'),
        t('deviceLogin.calledItself'),
        t('deviceLogin.ip'),
        t('deviceLogin.org'),
        t('kit.actions'),
      ]}
      rows={examples.map(({ id, at, cause, name, ip, deviceId, orgName }) => ({
        key: id,
        cells: [
          <Time key="at" at={at} />,
          t(causeTexts[cause]),
          <Ltr key="name">{name}</Ltr>,
          <Ltr key="ip">{ip}</Ltr>,
          <Words key="org">{orgName}</Words>,
          <RowActions key="acts">
            {deviceId !== null && cause !== 'BANNED' && (
              <RowButton
                code={loginBans.add.permission}
                isDangerous
                onClick={() => ban({ kind: 'SN', value: name })}
              >
                {t('deviceLogin.banSn')}
              </RowButton>
            )}
            {cause !== 'BANNED' && (
              <RowButton
                code={loginBans.add.permission}
                isDangerous
                onClick={() => ban({ kind: 'ADDRESS', value: ip })}
              >
                {t('deviceLogin.banIp')}
              </RowButton>
            )}
          </RowActions>,
        ],
      }))}
    />
  </section>
)
