import type { TextKey } from '@muster/contract'
import { useRef } from 'react'
import type { LifeCalls } from '../batch/recordCalls.ts'
import { useChosenBatch } from '../batch/useBatch.ts'
import { formatCapped } from '../formatCapped.ts'
import { notify } from '../notify.ts'
import line from './actionLine.module.css'
import { AllThatMatch } from './AllThatMatch.tsx'
import { fewRows, FirstRows } from './FirstRows.tsx'
import type { SlotProps } from './slotProps.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { copyText } from '../copy/copyText.ts'
import { rowsAsText, rowsToCopy } from '../../ui/table/copyRows.ts'
import { countOf } from '../../ui/table/useSelection.ts'
import classes from './list.module.css'

/** How many rows are chosen, and the way to all that match. */
export function Chosen({ list }: SlotProps) {
  const count = countOf(list)
  // The server stopped counting: there are more.
  const shown = list.isAll && list.isCapped ? formatCapped(count, true) : count
  return (
    <>
      <output className={classes.count}>{t(chosenText(list), { count: shown })}</output>
      <AllThatMatch list={list} />
      {list.total > fewRows && <FirstRows list={list} />}
    </>
  )
}

function chosenText({ isAll, isFirst }: SlotProps['list']): TextKey {
  if (isAll) return 'list.allChosen'
  return isFirst ? 'list.firstChosen' : 'list.countChosen'
}

/** What every list can do to its chosen rows. */
export function ChosenEnd({ list, columns }: SlotProps) {
  const button = useRef<HTMLButtonElement>(null)
  // Copied is what is drawn: this page's rows.
  const here = list.rows.filter(({ id }) => list.isAll || list.selected.has(id)).length
  const hasStatus = columns.some(({ key }) => key === 'status')
  const copy = async () => {
    const around = button.current?.closest('[data-action-line]')?.parentElement
    const table = around?.querySelector<HTMLTableElement>('[data-list] table')
    if (!table) return
    const rows = rowsToCopy(table)
    if (await copyText(rowsAsText(table, rows)))
      notify.success(t('list.copied', { count: rows.length }))
  }
  return (
    <>
      {list.batch && 'setStatusMany' in list.batch && hasStatus && (
        <StatusButtons list={list} of={list.batch} />
      )}
      <button
        ref={button}
        type="button"
        className={line.act}
        disabled={here === 0}
        title={here === 0 ? t('list.copyNone') : undefined}
        onClick={() => void copy()}
      >
        {t(here === 0 || here === countOf(list) ? 'list.copy' : 'list.copyHere', { count: here })}
      </button>
    </>
  )
}

interface StatusButtonsProps extends Pick<SlotProps, 'list'> {
  readonly of: LifeCalls
}

function StatusButtons({ list, of }: StatusButtonsProps) {
  const batch = useChosenBatch(list, of)
  if (!useCan(of.setStatusMany.permission)) return null
  const set = (kind: 'enable' | 'disable') => void batch({ of, kind })
  return (
    <>
      <button type="button" className={line.act} onClick={() => set('enable')}>
        {t('kit.enable')}
      </button>
      <button type="button" className={line.act} onClick={() => set('disable')}>
        {t('kit.disable')}
      </button>
    </>
  )
}
