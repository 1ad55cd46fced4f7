import type { Action, SignInEntry } from '@muster/contract'
import type { FilterField } from '../../kit/parts/Filters.tsx'
import type { Columns } from '../../kit/parts/columns.tsx'
import { Ltr, StatusBadge } from '../../kit/parts/values.tsx'
import { formatDateTimeSeconds, formatNumber, nothing } from '../../platform/format.ts'
import { nameText, t } from '../../platform/texts.ts'

export const resultFilter: FilterField = {
  label: 'log.result',
  options: { done: 'log.done', refused: 'log.refused' },
}

/** 200 or 0: what the wire calls a success. */
const isDone = (code: number) => code === 200 || code === 0

export const actionColumns: Columns<Action> = [
  {
    key: 'at',
    title: 'log.at',
    width: 170,
    sortable: true,
    render: ({ at }) => <Seconds at={at} />,
  },
  { key: 'userName', title: 'log.user', render: ({ userName }) => userName || t('log.nobody') },
  { key: 'orgName', title: 'log.org' },
  { key: 'permission', title: 'log.action', render: (action) => <Ltr>{nameOfAction(action)}</Ltr> },
  { key: 'targetName', title: 'log.target', render: (action) => <Target action={action} /> },
  {
    key: 'code',
    title: 'log.result',
    width: 120,
    render: ({ code }) => (
      <StatusBadge tone={isDone(code) ? 'good' : 'bad'}>
        {isDone(code) ? t('log.done') : `${t('log.refused')} ${formatCode(code)}`}
      </StatusBadge>
    ),
  },
  { key: 'ip', title: 'log.ip', width: 130, render: ({ ip }) => <Ltr>{ip}</Ltr> },
  {
    key: 'durationMs',
    title: 'log.duration',
    width: 90,
    align: 'end',
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
    render: ({ result }) => (
      <StatusBadge tone={result === 'SUCCESS' ? 'good' : 'bad'}>{signInText(result)}</StatusBadge>
    ),
  },
  { key: 'ip', title: 'log.ip', width: 150, render: ({ ip }) => <Ltr>{ip}</Ltr> },
  { key: 'userAgent', title: 'log.client', render: ({ userAgent }) => <Ltr>{userAgent}</Ltr> },
]

/** A log is read to the second. */
export function Seconds({ at }: { readonly at: string }) {
  return <time dateTime={at}>{formatDateTimeSeconds(at)}</time>
}

/** The permission says module and action; a call that needs none is named by its path. */
export const nameOfAction = ({ permission, method, path }: Action): string =>
  permission === 'public' || permission === 'signedIn'
    ? `${method} ${path.replace('/admin/', '')}`
    : permission

function Target({ action: { targetName, targetIds } }: { readonly action: Action }) {
  if (targetName) return <bdi>{targetName}</bdi>
  return targetIds.length > 0 ? <Ltr>{targetIds[0]}</Ltr> : nothing
}

/** A code is a name, not a number: without marks between its digits. */
const formatCode = (code: number) => String(code)

/** What became of a sign-in; a result that has no text yet shows as it is. */
function signInText(result: string): string {
  const key = `log.signIn.${result}`
  const text = nameText(key)
  return text === key ? result : text
}
