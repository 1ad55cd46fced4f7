import { useState } from 'react'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { FilterFields } from './filterFields.ts'
import classes from './filters.module.css'
import { FilterPopover } from './lazyPopover.ts'
import { usePressed } from './usePressed.ts'

interface AddFilterProps {
  /** Those that are not set. */
  readonly fields: FilterFields
  readonly change: (name: string, value: string) => void
}

/** Offers the filters that are not set. */
export function AddFilter({ fields, change }: AddFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const pressed = usePressed(isOpen, setOpen)
  if (Object.keys(fields).length === 0) return null
  return (
    <span className={classes.chip} data-add="">
      <button type="button" aria-haspopup="dialog" aria-expanded={isOpen} {...pressed}>
        <Icon name="plus" size={16} />
        {t('kit.filter')}
      </button>
      {isOpen && (
        <FilterPopover
          fields={fields}
          name={null}
          value=""
          close={() => setOpen(false)}
          change={change}
        />
      )}
    </span>
  )
}
