import {
  type Action,
  type ClientError,
  codes,
  type SignInEntry,
  type TextKey,
} from '@muster/contract'
import type { FilterField } from '../../kit/filters/filterFields.ts'
import type { Columns } from '../../kit/parts/columns.tsx'
import { Ltr, StatusBadge } from '../../kit/parts/values.tsx'
import { formatDateTimeSeconds, formatNumber, nothing } from '../../platform/format.ts'
import { nameText, t } from '../../platform/texts.ts'
import { rightText } from '../user/role/index.ts'
import { ownActs } from './ownActs.ts'

export const resultFilter: FilterField = {
  label: 'log.result',
  options: { done: 'log.done', refused: 'log.refused' },
}

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
    width: 170,
    sortable: true,
    render: ({ at }) => <Seconds at={at} />,
  },
  {
    key: 'userName',
    title: 'log.user',
    file: [
      { key: 'userName', title: 'log.user', words: { '': 'log.nobody' } },
      { key: 'impersonatorName', title: 'log.lookedOnBy' },
    ],
    render: whoActed,
  },
  { key: 'orgName', title: 'log.org' },
  {
    key: 'permission',
    title: 'log.action',
    // 'Ticket for a download or live stream' and the like, as a whole.
    width: 260,
    file: [
      { key: 'pageName', title: 'log.page', words: '{pageName}' },
      { key: 'permission', title: 'log.action', words: 'right.{permission}' },
      { key: 'path', title: 'log.call' },
    ],
    render: nameOfAction,
  },
  { key: 'targetName', title: 'log.target', render: (action) => <Target action={action} /> },
  {
    key: 'code',
    title: 'log.result',
    // 'Refused' and three digits, in Arabic too.
    width: 160,
    words: { 200: 'log.done', 0: 'log.done', 202: 'log.started', '*': 'log.refusedWith' },
    render: ({ code }) => <Result code={code} />,
  },
  { key: 'ip', title: 'log.ip', width: 130, render: ({ ip }) => <Ltr>{ip}</Ltr> },
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
  { key: 'at', title: 'log.at', width: 170, render: ({ at }) => <Seconds at={at} /> },
  { key: 'userName', title: 'log.user' },
  { key: 'orgName', title: 'log.org' },
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
  { key: 'userAgent', title: 'log.client', render: ({ userAgent }) => <Ltr>{userAgent}</Ltr> },
]

/** Who did it; where somebody looked on as the user, both of them. */
export function whoActed({ userName, impersonatorName: operator }: Action): string {
  if (operator !== null) return t('log.lookedAs', { operator, name: userName })
  return userName || t('log.nobody')
}

/** A log is read to the second. */
export function Seconds({ at }: { readonly at: string }) {
  return <time dateTime={at}>{formatDateTimeSeconds(at)}</time>
}

export const clientErrorColumns: Columns<ClientError> = [
  { key: 'at', title: 'log.at', width: 170, render: ({ at }) => <Seconds at={at} /> },
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
 * An action by the page and the button that its permission belongs to, what people do for themselves
 * by a name of its own; a call that has neither by what the log says of it.
 */
export function nameOfAction({ pageName, permission, method, path }: Action) {
  const own = ownActs[`${method} ${path}`]
  if (own) return t(own)
  if (permission === 'public' || permission === 'signedIn')
    return (
      <Ltr>
        {method} {path.replace('/admin/', '')}
      </Ltr>
    )
  if (pageName === null) return <Ltr>{permission}</Ltr>
  const action = rightText({ name: permission, code: permission })
  return t('log.actionOf', { page: nameText(pageName), action })
}

function Target({ action: { targetName, targetIds } }: { readonly action: Action }) {
  if (targetName) return <bdi>{targetName}</bdi>
  if (targetIds.length > 1) return t('log.targets', { count: targetIds.length })
  return targetIds.length > 0 ? <Ltr>{targetIds[0]}</Ltr> : nothing
}

/** A code is a name, not a number: without marks between its digits. */
const formatCode = (code: number) => String(code)

/** What became of a sign-in; a result that has no text yet shows as it is. */
function signInText(result: string): string {
  const key = `ucenter.history.${result}`
  const text = nameText(key)
  return text === key ? result : text
}
