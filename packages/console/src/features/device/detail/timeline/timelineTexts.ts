import {
  accessoryCodes,
  alarms,
  codesOfLog,
  deviceApps,
  deviceKeys,
  type DeviceLogCode,
  deviceLog,
  devices,
  effectiveParams,
  keyCodes,
  repairHolders,
  type TextKey,
  type TimelineCode,
  type TimelineKind,
  type TimelineStep,
} from '@muster/contract'
import type { ComponentProps } from 'react'
import type { StatusBadge } from '../../../../kit/page/values.tsx'
import { nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import type { IconName } from '../../../../ui/Icon.tsx'
import { commandIcons } from '../../command/commandIcons.ts'
import { codeText, commandText } from '../../command/commandTexts.ts'
import type { DeviceTab } from '../../facts/deviceTexts.ts'
import { formatDuration } from '../../facts/formatDuration.ts'
import { codeTexts } from '../../log/logTexts.ts'
import { logWords } from '../../log/logWords.ts'
import { holderTexts } from '../../repair/repairTexts.ts'
import { reasonText } from '../connectivity/reasonText.ts'
import { taskTone } from '../tasks/TaskBadge.tsx'

type Tone = ComponentProps<typeof StatusBadge>['tone']

export const kindTexts: Readonly<Record<TimelineKind, TextKey>> = {
  PRESENCE: 'device.timeline.PRESENCE',
  ALARM: 'device.timeline.ALARM',
  COMMAND: 'device.timeline.COMMAND',
  LIFE: 'device.timeline.LIFE',
  VERSION: 'device.timeline.VERSION',
  PARAM: 'device.timeline.PARAM',
  REPORT: 'device.timeline.REPORT',
}

const ownTexts: Readonly<Record<Exclude<TimelineCode, DeviceLogCode | 'COMMAND'>, TextKey>> = {
  CONNECTED: 'device.timeline.CONNECTED',
  RECONNECTED: 'device.timeline.RECONNECTED',
  DISCONNECTED: 'device.timeline.DISCONNECTED',
  MOVED: 'deviceLog.kind.MOVED',
  CUSTODY: 'device.timeline.CUSTODY',
}

/** What happened, in words. */
export function titleOf({ code, task }: TimelineStep): string {
  if (code === 'COMMAND') return commandText(task?.cmd ?? '')
  return t(isOwn(code) ? ownTexts[code] : codeTexts[code])
}

const isOwn = (code: TimelineCode): code is keyof typeof ownTexts => code in ownTexts

/** What belongs to it. */
export function detailOf(step: TimelineStep): string {
  if (step.kind === 'PRESENCE') return presenceWords(step.data)
  if (step.task) return taskWords(step)
  if (step.code !== 'CUSTODY') return logWords(step)
  const { from, to, signedBy } = step.data
  const hands = t('device.timeline.fromTo', { from: holderOf(from), to: holderOf(to) })
  return inOne([hands, typeof signedBy === 'string' ? signedBy : ''])
}

const inOne = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(t('alarm.data.and'))

function presenceWords({ awaySeconds, onlineSeconds, reason }: TimelineStep['data']): string {
  const lasted = (key: TextKey, seconds: unknown) =>
    typeof seconds === 'number' ? t(key, { time: formatDuration(seconds * 1000) }) : ''
  return inOne([
    lasted('device.timeline.afterAway', awaySeconds),
    lasted('device.timeline.afterOnline', onlineSeconds),
    typeof reason === 'string' ? reasonText(reason) : '',
  ])
}

/** Why it came to nothing, else how long it took. */
function taskWords({ at, task }: TimelineStep): string {
  if (!task) return ''
  if (task.code !== null) return codeText(task.code) ?? task.code
  if (task.endedAt === null) return ''
  const time = formatDuration(Math.max(0, Date.parse(task.endedAt) - Date.parse(at)))
  return t('device.timeline.took', { time })
}

function holderOf(word: unknown): string {
  const holder = repairHolders.find((one) => one === word)
  return holder ? t(holderTexts[holder]) : typeof word === 'string' ? word : nothing
}

const icons: Readonly<Record<TimelineKind, IconName>> = {
  PRESENCE: 'wifi',
  ALARM: 'bell',
  COMMAND: 'prompt',
  LIFE: 'pulse',
  VERSION: 'tray',
  PARAM: 'edit',
  REPORT: 'message',
}

const commandIconOf: Readonly<Record<string, IconName>> = commandIcons

/** The picture of what happened: of a command its own. */
export function iconOf({ kind, code, task }: TimelineStep): IconName {
  if (code === 'DISCONNECTED') return 'plug'
  return commandIconOf[task?.cmd ?? ''] ?? icons[kind]
}

const good: ReadonlySet<TimelineCode> = new Set(['CONNECTED', 'ALARM_CLOSED', 'PARAM_APPLIED'])
const grave: ReadonlySet<TimelineCode> = new Set([
  'TAMPERED',
  'ROOTED',
  'CLONE_SUSPECTED',
  'KEY_MISSING',
  'KEY_EXPIRED',
])
/** What comes and goes is no fault by itself. */
const neutral: ReadonlySet<TimelineCode> = new Set([...accessoryCodes, ...keyCodes])
const doubtful: ReadonlySet<TimelineCode> = new Set([
  'DISCONNECTED',
  'LOSE',
  'LOCKED',
  'APP_CRASHED',
  'PARAM_DRIFTED',
  'FENCE_LEFT',
  'LOST_CONTACT',
  'UNAUTHORISED_CONTACT',
  ...codesOfLog.CONDITION.filter((code) => !neutral.has(code)),
])

/** How it is told apart at a glance. */
export function toneOf({ code, severity, isOver, task }: TimelineStep): Tone {
  if (task) return taskTone(task.state)
  if (isOver || good.has(code)) return 'good'
  if (code === 'ALARM_RAISED') return severity === 'LOW' ? 'waiting' : 'bad'
  if (grave.has(code)) return 'bad'
  return doubtful.has(code) ? 'waiting' : 'neutral'
}

interface Way {
  readonly tab: DeviceTab
  /** Who has not this right finds no such tab. */
  readonly permission: string
}

const ways: Readonly<Record<TimelineKind, Way>> = {
  PRESENCE: { tab: 'connectivity', permission: devices.connectivity.permission },
  ALARM: { tab: 'alarms', permission: alarms.page.permission },
  COMMAND: { tab: 'tasks', permission: devices.tasks.permission },
  LIFE: { tab: 'log', permission: deviceLog.page.permission },
  VERSION: { tab: 'apps', permission: deviceApps.appEvents.permission },
  PARAM: { tab: 'parameters', permission: effectiveParams.apps.permission },
  REPORT: { tab: 'log', permission: deviceLog.page.permission },
}

/** Where more is said of it: of what the log alone tells, there. */
export function wayOf({ kind, code }: TimelineStep): Way {
  if (ofKeys.has(code)) return { tab: 'keys', permission: deviceKeys.slots.permission }
  return code === 'FIRMWARE_CHANGED' || code === 'AGENT_CHANGED' ? ways.REPORT : ways[kind]
}
const ofKeys: ReadonlySet<string> = new Set(keyCodes)
