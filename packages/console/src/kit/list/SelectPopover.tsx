import { useEffect, useRef } from 'react'
import { t } from '../../platform/texts.ts'
import { Popover } from '../../ui/Popover.ts'
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
    <Popover
      opened
      onChange={(isOpen) => isOpen || close()}
      position="bottom-end"
      shadow="md"
      // In place, not in a portal: it hides with its page.
      withinPortal={false}
      floatingStrategy="fixed"
      // What it hangs on is no button.
      withRoles={false}
      // Its place is never scrolled away.
      hideDetached={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('list.select')}>
        <Ways list={list} goOn={goOn} />
      </Popover.Dropdown>
    </Popover>
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
