import type { TaskItem } from '@muster/contract'
import { useId, useState } from 'react'
import { formatDateTimeSeconds } from '../../../../platform/format.ts'
import { Ltr } from '../../../../kit/page/values.tsx'
import { useSession } from '../../../../kit/session.ts'
import { t } from '../../../../platform/texts.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { Handed } from '../../command/Handed.tsx'
import { codeText, commandText } from '../../command/commandTexts.ts'
import { MessagesLink } from '../../command/MessagesLink.tsx'
import { pushAddress } from '../../command/pushAddress.ts'
import { formatDuration } from '../../facts/formatDuration.ts'
import { RelativeTime } from '../../facts/RelativeTime.tsx'
import { isOver } from './steps.ts'
import { Stepper } from './Stepper.tsx'
import { TaskBadge } from './TaskBadge.tsx'
import classes from './tasks.module.css'
import { TaskResult } from './TaskResult.tsx'
import { TickLegend, Ticks } from './Ticks.tsx'
import { ticksOf } from './ticks.ts'
import { waitsTexts } from './waits.ts'

interface TaskCardProps {
  readonly item: TaskItem
  /** Serial number of its terminal. */
  readonly sn: string
  /** Whether its steps are shown until someone decides otherwise. */
  readonly startsOpen: boolean
}

/** One command: what was asked, how far it is, and on request every step of it. */
export function TaskCard({ item, sn, startsOpen }: TaskCardProps) {
  const [choice, setChoice] = useState<boolean | null>(null)
  const id = useId()
  const isOpen = choice ?? startsOpen
  const ticks = ticksOf(item)
  return (
    <li className={classes.card}>
      <button
        type="button"
        className={classes.head}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChoice(!isOpen)}
      >
        <span className={classes.fold} data-open={isOpen}>
          <Icon name="down" size={16} />
        </span>
        <strong>{commandText(item.cmd)}</strong>
        <span className={classes.summary}>{isOpen ? askedFor(item) : summaryOf(item)}</span>
        <Ticks ticks={ticks} />
        <TaskBadge {...item} />
        <span className={classes.when}>
          <RelativeTime at={item.createdAt} />
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div className={classes.body}>
            <Stepper item={item} />
            <Outcome item={item} />
            <TaskResult result={item.result} />
            <Handed item={item} sn={sn} />
            <TickLegend ticks={ticks} />
            <Remarks item={item} />
            <PushLink item={item} />
            <MessagesLink
              item={item}
              at={item.publishedAt ?? item.createdAt}
              className={classes.push}
            />
          </div>
        )}
      </div>
    </li>
  )
}

/** Why it failed, where it did; else what tells it from others of its kind. */
function summaryOf(item: TaskItem): string {
  return item.code === null ? askedFor(item) : (codeText(item.code) ?? item.code)
}

/** Arguments that tell most of a command. */
const telling = [
  'title',
  'text',
  'package',
  'zone',
  'language',
  'ssid',
  'apn',
  'command',
  'path',
] as const

/** What tells a command from others of its kind. */
function askedFor({ args }: TaskItem): string {
  const { delay, packages } = args
  const told = telling.map((name) => args[name]).find((value) => typeof value === 'string')
  if (typeof told === 'string') return told
  if (Array.isArray(packages)) return packages.join(', ')
  return typeof delay === 'number' && delay > 0
    ? t('device.delayOf', { time: formatDuration(delay * 1000) })
    : ''
}

/** To the task that it is a part of, where it was given to many. */
function PushLink({ item: { cmd, pushId } }: { readonly item: TaskItem }) {
  const address = useSession(({ menu }) => pushAddress(menu, { kind: cmd, id: pushId }))
  if (address === null) return null
  return (
    <a className={classes.push} href={`#${address}`}>
      {t('push.ofTask')}
    </a>
  )
}

/** Why it ended as it did: the code with its meaning, and the terminal's own words. */
function Outcome({ item: { code, message } }: { readonly item: TaskItem }) {
  if (code === null && message === null) return null
  return (
    <p className={classes.outcome}>
      {code !== null && (
        <>
          <Ltr>{code}</Ltr> {codeText(code)}
        </>
      )}
      {message !== null && <q dir="auto">{message}</q>}
    </p>
  )
}

function Remarks({ item }: { readonly item: TaskItem }) {
  const { createdBy, attempt, staleReports } = item
  const remarks = [
    ...waitsTexts(item),
    ...(createdBy === null ? [] : [t('device.by', { name: createdBy })]),
    ...(isOver(item) ? [] : [t('device.expires', { time: formatDateTimeSeconds(item.expiresAt) })]),
    ...(attempt > 1 ? [t('device.attempt', { count: attempt })] : []),
    ...(staleReports > 0 ? [t('device.stale', { count: staleReports })] : []),
  ]
  return (
    <ul className={classes.remarks}>
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  )
}
