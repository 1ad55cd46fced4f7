import { useEffect, useRef } from 'react'
import { t } from '../../platform/texts.ts'
import { PopoverInPlace } from '../../ui/PopoverInPlace.tsx'
import { AllThatMatch } from './AllThatMatch.tsx'
import { fewRows, FirstRows } from './FirstRows.tsx'
import classes from './list.module.css'
import type { SlotProps } from './slotProps.ts'

interface WaysProps extends Pick<SlotProps, 'list'> {
  /** Rows are chosen. */
  readonly goOn: () => void
}

interface SelectPopoverProps extends WaysProps {
  readonly close: () => void
}

/** Offers rows to choose, in place. */
export function SelectPopover({ list, close, goOn }: SelectPopoverProps) {
  return (
    <PopoverInPlace label={t('list.select')} position="bottom-end" close={close}>
      <Ways list={list} goOn={goOn} />
    </PopoverInPlace>
  )
}

function Ways({ list, goOn }: WaysProps) {
  const place = useRef<HTMLDivElement>(null)
  // The number is what one types at once.
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  const ids = list.rows.map(({ id }) => id)
  const selectPage = () => {
    list.select(ids, true)
    goOn()
  }
  return (
    <div ref={place} className={classes.ways}>
      {list.total > fewRows && <FirstRows list={list} onChosen={goOn} />}
      <button type="button" className={classes.link} onClick={selectPage}>
        {t('list.selectPage', { count: ids.length })}
      </button>
      <AllThatMatch list={list} onChosen={goOn} />
    </div>
  )
}
