import { use, useRef } from 'react'
import type { LifeCalls } from '../../kit/list/recordCalls.ts'
import { useChosenBatch } from '../../kit/list/useBatch.ts'
import { notify } from '../../kit/notify.ts'
import type { SlotProps } from '../../kit/parts/listSlots.ts'
import { useCan } from '../../kit/session.ts'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { putOnClipboard } from '../../platform/clipboard.ts'
import { rowsAsText, rowsToCopy } from '../../ui/table/copyRows.ts'
import { countOf } from '../../ui/table/useSelection.ts'
import { ChosenActs } from './chosenActs.ts'
import classes from './list.module.css'

/** Over the rows while some are chosen: all that match, what can be done to them, and none of them. */
export function Chosen({ list, columns }: SlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const acts = use(ChosenActs)
  const count = countOf(list)
  const isPage = list.rows.length > 0 && list.rows.every(({ id }) => list.selected.has(id))
  const mayAll = list.batch !== null && isPage && list.total > list.rows.length
  const hasStatus = columns.some(({ key }) => key === 'status')
  const copy = async () => {
    const table = frame.current?.closest('[data-list]')?.querySelector('table')
    if (!table) return
    const rows = rowsToCopy(table)
    await putOnClipboard(rowsAsText(table, rows))
    notify.success(t('list.copied', { count: rows.length }))
  }
  return (
    <div ref={frame} className={classes.chosen} role="toolbar" aria-label={t('list.chosen')}>
      <output>{t(list.isAll ? 'list.allChosen' : 'list.countChosen', { count })}</output>
      {mayAll && (
        <button type="button" className={classes.link} onClick={list.selectAll}>
          {list.isCapped
            ? t('list.selectAll')
            : t('list.selectCount', { total: formatNumber(list.total) })}
        </button>
      )}
      {list.batch && 'setStatusMany' in list.batch && hasStatus && (
        <StatusButtons list={list} of={list.batch} />
      )}
      {acts}
      <button type="button" className={classes.small} onClick={() => void copy()}>
        {t('list.copy')}
      </button>
      <button type="button" className={classes.small} onClick={list.clearSelection}>
        {t('list.selectNone')}
      </button>
    </div>
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
      <button type="button" className={classes.small} onClick={() => set('enable')}>
        {t('kit.enable')}
      </button>
      <button type="button" className={classes.small} onClick={() => set('disable')}>
        {t('kit.disable')}
      </button>
    </>
  )
}
