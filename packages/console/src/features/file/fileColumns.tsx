import type { FileTask, TextKey } from '@muster/contract'
import type { ComponentProps } from 'react'
import type { Columns } from '../../kit/list/columns.tsx'
import type { StatusBadge } from '../../kit/page/values.tsx'
import { Ltr, Time } from '../../kit/page/values.tsx'
import { formatBytes, formatPercent, nothing } from '../../platform/format.ts'
import { nameText, t } from '../../platform/texts.ts'
import { usePages } from '../stat/workbench/index.ts'
import { DictionaryLabel } from '../../kit/dictionary/DictionaryLabel.tsx'

export const kindTexts: Readonly<Record<FileTask['kind'], TextKey>> = {
  EXPORT: 'file.kind.EXPORT',
  IMPORT: 'file.kind.IMPORT',
  IMPORT_RESULT: 'file.kind.IMPORT_RESULT',
}

const stateTexts: Readonly<Record<FileTask['state'], TextKey>> = {
  QUEUED: 'file.state.QUEUED',
  RUNNING: 'file.state.RUNNING',
  READY: 'file.state.READY',
  FAILED: 'file.state.FAILED',
  EXPIRED: 'file.state.EXPIRED',
}

const tones: Readonly<Record<FileTask['state'], ComponentProps<typeof StatusBadge>['tone']>> = {
  QUEUED: 'waiting',
  RUNNING: 'waiting',
  READY: 'good',
  FAILED: 'bad',
  EXPIRED: 'neutral',
}

export const fileFilters = {
  state: { label: 'file.state', options: stateTexts },
  kind: { label: 'file.kind', options: kindTexts },
  from: { label: 'file.from', kind: 'moment' },
  to: { label: 'file.to', kind: 'moment' },
  mine: { label: 'file.whose', options: { '1': 'file.mine' } },
} as const

export const fileColumns: Columns<FileTask> = [
  {
    key: 'name',
    title: 'file.name',
    width: 220,
    sortable: true,
    render: ({ name }) => <Ltr>{name}</Ltr>,
  },
  { key: 'kind', title: 'file.kind', width: 120, render: ({ kind }) => t(kindTexts[kind]) },
  { key: 'screen', title: 'file.screen', render: (file) => <Source file={file} /> },
  { key: 'rows', title: 'file.rows', width: 80, align: 'end', sortable: true },
  {
    key: 'bytes',
    title: 'file.size',
    width: 90,
    align: 'end',
    sortable: true,
    render: ({ bytes }) => formatBytes(bytes),
  },
  { key: 'state', title: 'file.state', width: 150, render: (file) => <FileState file={file} /> },
  { key: 'createdBy', title: 'file.createdBy' },
  {
    key: 'createdAt',
    title: 'file.createdAt',
    holds: 'moment',
    sortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'expiresAt',
    title: 'file.expiresAt',
    holds: 'moment',
    sortable: true,
    render: ({ expiresAt }) => <Time at={expiresAt} />,
  },
]

/** How far it is while it is made, and why it failed. */
export function FileState({ file: { state, percent, message } }: { readonly file: FileTask }) {
  const done = state === 'RUNNING' ? ` ${formatPercent(percent / 100)}` : ''
  return (
    <span title={message ? nameText(message) : undefined}>
      <DictionaryLabel of="file.state" value={state} tone={tones[state]} more={done} />
    </span>
  )
}

/** The screen that it was asked for on, as the menu calls it. */
function Source({ file: { screen } }: { readonly file: FileTask }) {
  const page = usePages().find((one) => one.screen === screen)
  return page?.name ?? nothing
}
