import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { countOf } from '../../ui/table/useSelection.ts'
import classes from './list.module.css'
import type { SlotProps } from './slotProps.ts'

interface AllThatMatchProps extends Pick<SlotProps, 'list'> {
  readonly onChosen?: () => void
}

/** Chooses all that match, where something acts on them and more match than are chosen. */
export function AllThatMatch({ list, onChosen }: AllThatMatchProps) {
  const mayAll = (list.batch !== null || list.takesAll) && !list.isAll
  if (!mayAll || list.total <= countOf(list)) return null
  const choose = () => {
    list.selectAll()
    onChosen?.()
  }
  return (
    <button type="button" className={classes.link} onClick={choose}>
      {list.isCapped
        ? t('list.selectAll')
        : t('list.selectCount', { total: formatNumber(list.total) })}
    </button>
  )
}
