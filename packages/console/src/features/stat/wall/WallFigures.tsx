import {
  countCap,
  estateLists,
  openAlarmsList,
  type ReplyOf,
  severities,
  type Severity,
  type wallStat,
} from '@muster/contract'
import type { ReactNode } from 'react'
import {
  formatNumber,
  formatPercent,
  formatRelative,
  formatTimeOfDay,
} from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Bar } from '../../../ui/Bar.tsx'
import { LineChart } from '../../../ui/chart/LineChart.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Words } from '../../../kit/page/values.tsx'
import { alarmKindText, severityTexts } from '../../alarm/index.ts'
import { useFigureLink } from '../page/stat.ts'
import classes from './wall.module.css'

type Look = ReplyOf<typeof wallStat.look>

/** The figures of a wall: how many are there, how it went, what is wrong, what goes on. */
export function WallFigures({ look }: { readonly look: Look }) {
  return (
    <div className={classes.figures}>
      <Figures look={look} />
      <Panel title={t('workbench.online')} className="curve">
        <LineChart
          points={look.curve.map(({ at, online }) => ({
            label: formatTimeOfDay(at),
            value: online,
          }))}
          summary={t('workbench.online')}
          formatValue={formatNumber}
          tone="good"
          fills
        />
      </Panel>
      <Link look={look} />
      <Alarms look={look} />
      <UnderWay look={look} />
      <Worst look={look} />
    </div>
  )
}

interface LookProps {
  readonly look: Look
}

const alarmTones: Readonly<Record<Severity, string>> = {
  CRITICAL: 'bad',
  HIGH: 'bad',
  MEDIUM: 'waiting',
  LOW: 'plain',
}

function Figures({ look: { total, online, offline, away, alarms } }: LookProps) {
  const { orgId } = usePage().query
  const of = orgId ? { orgId } : {}
  const link = useFigureLink()
  const share = (count: number) => (total === 0 ? '' : formatPercent(count / total))
  const tiles = [
    {
      text: t('workbench.online'),
      count: online,
      note: share(online),
      tone: 'good',
      list: estateLists.online(of),
    },
    {
      text: t('wall.offline'),
      // As the list that it leads to: those away for too long are among them.
      count: offline + away,
      note: share(offline + away),
      tone: 'plain',
      list: estateLists.offline(of),
    },
    {
      text: t('workbench.away'),
      count: away,
      note: share(away),
      tone: 'waiting',
      list: estateLists.away(of),
    },
    {
      text: t('workbench.terminals'),
      count: total,
      note: '',
      tone: 'plain',
      list: estateLists.total(of),
    },
    ...severities.toReversed().map((severity) => ({
      text: t('wall.alarms', { severity: t(severityTexts[severity]) }),
      count: alarms.open[severity],
      note: '',
      tone: alarmTones[severity],
      list: openAlarmsList(of, severity),
    })),
  ]
  return (
    <ul className={classes.tiles}>
      {tiles.map(({ text, count, note, tone, list }) => (
        <li key={text} data-tone={count === 0 ? 'zero' : tone}>
          <strong>{formatNumber(count)}</strong>
          <span>{link(list) ? <a href={link(list)}>{text}</a> : text}</span>
          {note && <small>{note}</small>}
        </li>
      ))}
    </ul>
  )
}

interface PanelProps {
  readonly title: string
  readonly className?: 'curve'
  readonly children: ReactNode
}

const Panel = ({ title, className, children }: PanelProps) => (
  <section className={classes.panel} data-kind={className} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

function Link({ look: { link, online, curve, at } }: LookProps) {
  const before = curve.findLast((point) => point.online !== null && point.at < at)?.online ?? null
  return (
    <Panel title={t('wall.link')}>
      <ul className={classes.lines}>
        <li data-tone={link.answering < link.gateways || link.gateways === 0 ? 'bad' : 'good'}>
          <span>{t('wall.gateways')}</span>
          <strong>
            {t('wall.of', {
              count: formatNumber(link.answering),
              all: formatNumber(link.gateways),
            })}
          </strong>
        </li>
        <li>
          <span>{t('wall.change')}</span>
          <strong dir="ltr">
            {before === null ? formatNumber(null) : signed(Math.round(online - before))}
          </strong>
        </li>
        <li>
          <span>{t('wall.counted')}</span>
          <strong>{formatRelative(link.countedAt, Date.parse(at))}</strong>
        </li>
      </ul>
    </Panel>
  )
}

const signed = (change: number) => (change > 0 ? `+${formatNumber(change)}` : formatNumber(change))

function Alarms({ look: { alarms, at } }: LookProps) {
  return (
    <Panel title={t('wall.latest')}>
      <ul className={classes.lines}>
        {alarms.latest.length === 0 && <li className={classes.none}>{t('workbench.noAlarms')}</li>}
        {alarms.latest.map(({ id, kind, severity, firstAt, sn, orgName }) => (
          <li key={id} data-tone={alarmTones[severity]}>
            <bdi dir="ltr">{sn}</bdi>
            <span className={classes.parts}>
              <span>{alarmKindText(kind)}</span>
              <Words>{orgName}</Words>
            </span>
            <strong>{formatRelative(firstAt, Date.parse(at))}</strong>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function UnderWay({ look: { running } }: LookProps) {
  return (
    <Panel title={t('wall.running')}>
      <ul className={classes.lines}>
        {running.length === 0 && <li className={classes.none}>{t('wall.nothingRuns')}</li>}
        {running.map((one) => (
          <li key={one.id} data-tone={one.failed > 0 ? 'waiting' : 'good'}>
            <Words>{one.name || one.no}</Words>
            <Bar label={one.name || one.no} share={shareDone(one)} />
            <strong>{cameTo(one)}</strong>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type Running = Look['running'][number]

const shareDone = ({ done, size }: Running): number => done / Math.max(1, size)

function cameTo(one: Running): string {
  const done = formatPercent(shareDone(one))
  const share = one.capped ? t('wall.capped', { share: done, count: formatNumber(countCap) }) : done
  return one.failed > 0 ? t('wall.doneFailed', { share, failed: formatNumber(one.failed) }) : share
}

/** Below this share online an organisation is marked. */
const leastOnline = 0.5

function Worst({ look: { worst } }: LookProps) {
  const { orgId } = usePage().query
  const none = orgId ? 'wall.noneBelow' : 'workbench.noTerminals'
  return (
    <Panel title={t('wall.worst')}>
      <ul className={classes.lines}>
        {worst.length === 0 && <li className={classes.none}>{t(none)}</li>}
        {worst.map(({ id, name, total, online }) => (
          <li key={id} data-tone={online / total < leastOnline ? 'bad' : 'plain'}>
            <Words>{name}</Words>
            <strong>
              {t('wall.shareOf', {
                share: formatPercent(Math.min(1, online / total)),
                all: formatNumber(total),
              })}
            </strong>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
