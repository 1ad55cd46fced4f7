import { useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { countOf } from '../../ui/table/useSelection.ts'
import { usePressed } from '../filters/usePressed.ts'
import classes from './list.module.css'
import type { SlotProps } from './slotProps.ts'

const SelectPopover = lazyPart(async () => (await import('./SelectPopover.tsx')).SelectPopover)

/** Chooses rows without a check box: those of the page, the first ones, all that match. */
export function SelectButton({ list }: Pick<SlotProps, 'list'>) {
  const place = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const pressed = usePressed(isOpen, setOpen)
  const isChoosing = countOf(list) > 0
  const goesOn = useRef(false)
  // The button gives way to the bar over chosen rows, whenever that comes, and whoever pressed it goes on there.
  useEffect(() => {
    if (isOpen || !isChoosing || !goesOn.current) return
    goesOn.current = false
    const line = place.current?.closest('[data-action-line]')
    line?.querySelector<HTMLElement>('[role=toolbar]')?.focus()
  }, [isOpen, isChoosing])
  if (!list.isSelectable || list.total === 0) return null
  const goOn = () => {
    goesOn.current = true
    setOpen(false)
  }
  return (
    <span ref={place} className={classes.select}>
      <button
        type="button"
        className={classes.columnsButton}
        aria-label={t('list.select')}
        title={t('list.select')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...pressed}
      >
        <Icon name="select" />
      </button>
      {isOpen && <SelectPopover list={list} close={() => setOpen(false)} goOn={goOn} />}
    </span>
  )
}
