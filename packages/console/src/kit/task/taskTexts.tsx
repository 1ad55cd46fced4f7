import type { AsyncTask, TextKey } from '@muster/contract'
import type { ComponentProps } from 'react'
import type { StatusBadge } from '../page/values.tsx'
import { formatNumber, formatPercent } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Bar } from '../../ui/Bar.tsx'
import { DictionaryLabel } from '../dictionary/DictionaryLabel.tsx'

export const typeTexts: Readonly<Record<AsyncTask['type'], TextKey>> = {
  EXPORT: 'task.type.EXPORT',
  DOCUMENT: 'task.type.DOCUMENT',
  BATCH: 'task.type.BATCH',
  UPLOAD_CHECK: 'task.type.UPLOAD_CHECK',
  UPLOAD_SCAN: 'task.type.UPLOAD_SCAN',
  IMPORT_CHECK: 'task.type.IMPORT_CHECK',
  IMPORT: 'task.type.IMPORT',
}

export const stateTexts: Readonly<Record<AsyncTask['state'], TextKey>> = {
  QUEUED: 'task.state.QUEUED',
  RUNNING: 'task.state.RUNNING',
  PAUSED: 'task.state.PAUSED',
  SUCCESS: 'task.state.SUCCESS',
  PARTIAL: 'task.state.PARTIAL',
  FAILED: 'task.state.FAILED',
  CANCELLED: 'task.state.CANCELLED',
}

const tones: Readonly<Record<AsyncTask['state'], ComponentProps<typeof StatusBadge>['tone']>> = {
  QUEUED: 'waiting',
  RUNNING: 'waiting',
  PAUSED: 'neutral',
  SUCCESS: 'good',
  PARTIAL: 'waiting',
  FAILED: 'bad',
  CANCELLED: 'neutral',
}

/** Whether nothing more happens to a task. */
export const isOver = ({ state }: Pick<AsyncTask, 'state'>) =>
  state !== 'QUEUED' && state !== 'RUNNING' && state !== 'PAUSED'

/** Where a task is. */
export function TaskState({ task: { state } }: { readonly task: AsyncTask }) {
  return <DictionaryLabel of="task.state" value={state} tone={tones[state]} />
}

/** How much of it is done; a bar where it is known how much there is. */
export function TaskProgress({ task }: { readonly task: AsyncTask }) {
  const { total, done, failed } = task
  const words = failed > 0 ? t('task.doneFailed', counts(done, failed)) : formatNumber(done)
  if (total === null || total === 0 || isOver(task)) return words
  return (
    <>
      <Bar label={t('task.progress')} share={(done + failed) / total} />{' '}
      {formatPercent((done + failed) / total)} {etaText(task)}
    </>
  )
}

/** How long it will still take, where that can be told. */
export function etaText({ etaSeconds }: Pick<AsyncTask, 'etaSeconds'>): string {
  if (etaSeconds === null) return ''
  if (etaSeconds < 60) return t('task.etaSoon')
  return t('task.eta', { minutes: formatNumber(Math.round(etaSeconds / 60)) })
}

const counts = (done: number, failed: number) => ({
  done: formatNumber(done),
  failed: formatNumber(failed),
})
