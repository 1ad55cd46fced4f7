import {
  type Action,
  type ActionClient,
  type ActKind,
  type ClientError,
  codes,
  deviceName,
  type SignInEntry,
  type TextKey,
} from '@muster/contract'
import type { FilterField } from '../../kit/filters/filterFields.ts'
import { type Columns, yesNo } from '../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Words } from '../../kit/page/values.tsx'
import { formatDateTimeSeconds, formatNumber, nothing } from '../../platform/format.ts'
import { nameText, t } from '../../platform/texts.ts'
import classes from './log.module.css'
import { useRecordLink } from './recordLink.ts'

export const resultFilter: FilterField = {
  label: 'log.result',
  options: { done: 'log.done', refused: 'log.refused' },
}

/** What was done, whatever to. */
export const actFilter: FilterField = {
  label: 'log.act',
  options: {
    ADD: 'log.act.ADD',
    CHANGE: 'log.act.CHANGE',
    STATUS: 'log.act.STATUS',
    REMOVE: 'log.act.REMOVE',
    DESTROY: 'log.act.DESTROY',
    RESTORE: 'log.act.RESTORE',
    DECIDE: 'log.act.DECIDE',
    PUBLISH: 'log.act.PUBLISH',
    COMMAND: 'log.act.COMMAND',
    STEER: 'log.act.STEER',
    ACCESS: 'log.act.ACCESS',
    IMPORT: 'log.act.IMPORT',
    EXPORT: 'log.act.EXPORT',
    SIGN_IN: 'log.act.SIGN_IN',
    CHECK: 'log.act.CHECK',
  } satisfies Record<ActKind, TextKey>,
}

const clientTexts = {
  CONSOLE: 'log.client.CONSOLE',
  CLIENT: 'log.client.CLIENT',
  TOKEN: 'log.client.TOKEN',
} as const satisfies Record<ActionClient, TextKey>

export const clientFilter: FilterField = { label: 'log.doneBy', options: clientTexts }

/** By what it was done: of the console the browser, too. */
export function DoneBy({ clientKind, userAgent }: Pick<Action, 'clientKind' | 'userAgent'>) {
  if (clientKind === null) return nothing
  if (clientKind === 'CONSOLE' && userAgent) return <Client userAgent={userAgent} />
  return <span title={userAgent ?? undefined}>{t(clientTexts[clientKind])}</span>
}

/** Whether a second factor was shown; nothing where none could be, or nobody kept it. */
export const factorText = ({ factorGiven }: Pick<Action, 'factorGiven'>): string =>
  factorGiven === null ? nothing : t(factorGiven ? 'kit.yes' : 'kit.no')

/** What the wire calls a success, and what it calls accepted: that is done in the background. */
const successes: Readonly<Record<number, TextKey>> = {
  [codes.success]: 'log.done',
  0: 'log.done',
  [codes.accepted]: 'log.started',
}

function Result({ code }: { readonly code: number }) {
  const success = successes[code]
  return (
    <StatusBadge tone={success ? 'good' : 'bad'}>
      {success ? t(success) : `${t('log.refused')} ${formatCode(code)}`}
    </StatusBadge>
  )
}

export const actionColumns: Columns<Action> = [
  {
    key: 'at',
    title: 'log.at',
    holds: 'second',
    sortable: true,
    render: ({ at }) => <Seconds at={at} />,
  },
  {
    key: 'userName',
    title: 'log.user',
    file: [
      { key: 'who', title: 'log.user' },
      { key: 'impersonatorName', title: 'log.lookedOnBy' },
    ],
    render: (action) => <Words>{whoActed(action)}</Words>,
  },
  { key: 'orgName', title: 'log.org', render: ({ orgName }) => <Words>{orgName}</Words> },
  {
    key: 'sentence',
    title: 'log.action',
    // 'Opened the live stream or a download' and the like, as a whole.
    width: 260,
    file: [
      { key: 'pageName', title: 'log.page', words: '{pageName}' },
      { key: 'sentence', title: 'log.action' },
      { key: 'path', title: 'log.call' },
    ],
  },
  {
    key: 'targetName',
    title: 'log.target',
    render: (action) => (
      <Words>
        <Target action={action} />
      </Words>
    ),
  },
  {
    key: 'code',
    title: 'log.result',
    isState: true,
    // 'Refused' and three digits, in Arabic too.
    width: 160,
    words: { 200: 'log.done', 0: 'log.done', 202: 'log.started', '*': 'log.refusedWith' },
    render: ({ code }) => <Result code={code} />,
  },
  { key: 'ip', title: 'log.ip', width: 130, render: ({ ip }) => <Ltr>{ip}</Ltr> },
  {
    key: 'clientKind',
    title: 'log.doneBy',
    width: 150,
    isExtra: 'narrow',
    file: [
      { key: 'clientKind', title: 'log.doneBy', words: clientTexts },
      { key: 'userAgent', title: 'log.program' },
    ],
    render: DoneBy,
  },
  {
    key: 'factorGiven',
    title: 'log.factor',
    width: 110,
    isExtra: 'narrow',
    words: yesNo,
    render: factorText,
  },
  {
    key: 'durationMs',
    title: 'log.duration',
    width: 90,
    align: 'end',
    file: [{ key: 'durationMs', title: 'log.durationMs' }],
    render: ({ durationMs }) => t('log.milliseconds', { count: formatNumber(durationMs) }),
  },
]

export const signInColumns: Columns<SignInEntry> = [
  { key: 'at', title: 'log.at', holds: 'second', render: ({ at }) => <Seconds at={at} /> },
  {
    key: 'userName',
    title: 'log.user',
    render: ({ userName }) => <Words>{userName}</Words>,
  },
  { key: 'orgName', title: 'log.org', render: ({ orgName }) => <Words>{orgName}</Words> },
  {
    key: 'result',
    title: 'log.result',
    width: 160,
    words: 'ucenter.history.{result}',
    render: ({ result }) => (
      <StatusBadge tone={result === 'SUCCESS' ? 'good' : 'bad'}>{signInText(result)}</StatusBadge>
    ),
  },
  { key: 'ip', title: 'log.ip', width: 150, render: ({ ip }) => <Ltr>{ip}</Ltr> },
  {
    key: 'userAgent',
    title: 'log.client',
    render: ({ userAgent }) => <Client userAgent={userAgent} />,
  },
]

/** A browser as people call it; what it says of itself on hover. */
function Client({ userAgent }: Pick<SignInEntry, 'userAgent'>) {
  if (!userAgent) return nothing
  return (
    <span title={userAgent}>
      <Ltr>{deviceName(userAgent)}</Ltr>
    </span>
  )
}

/** Who did it; where somebody looked on as the user, both of them. */
export const whoActed = ({ who, userName, impersonatorName: operator }: Action): string =>
  operator === null ? who : t('log.lookedAs', { operator, name: userName })

/** A log is read to the second. */
export function Seconds({ at }: { readonly at: string }) {
  return <time dateTime={at}>{formatDateTimeSeconds(at)}</time>
}

export const clientErrorColumns: Columns<ClientError> = [
  { key: 'at', title: 'log.at', holds: 'second', render: ({ at }) => <Seconds at={at} /> },
  {
    key: 'shortId',
    title: 'log.shortId',
    width: 100,
    render: ({ shortId }) => <Ltr>{shortId}</Ltr>,
  },
  { key: 'userName', title: 'log.user' },
  { key: 'orgName', title: 'log.org' },
  { key: 'message', title: 'log.message', render: ({ message }) => <Ltr>{message}</Ltr> },
  { key: 'route', title: 'log.page', render: ({ route }) => <Ltr>{route}</Ltr> },
  {
    key: 'consoleVersion',
    title: 'log.version',
    width: 100,
    render: ({ consoleVersion }) => <Ltr>{consoleVersion}</Ltr>,
  },
]

/**
 * What was changed: by its name, which leads to it where it can be looked at. An id, which tells
 * nobody what it is of, is left to the detail.
 */
export function Target({ action }: { readonly action: Action }) {
  const { targetName, targetIds } = action
  const link = useRecordLink(action)
  if (link)
    return (
      <a className={classes.link} href={`#${link}`}>
        <bdi>{nameText(targetName ?? '')}</bdi>
      </a>
    )
  if (targetName) return <bdi>{nameText(targetName)}</bdi>
  if (targetIds.length > 1) return t('log.targets', { count: targetIds.length })
  return nothing
}

/** A code is a name, not a number: without marks between its digits. */
const formatCode = (code: number) => String(code)

/** What became of a sign-in; a result that has no text yet shows as it is. */
function signInText(result: string): string {
  const key = `ucenter.history.${result}`
  const text = nameText(key)
  return text === key ? result : text
}
