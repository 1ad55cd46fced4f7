import { useState } from 'react'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ChipValue } from './ChipValue.tsx'
import { type FilterField, isOffered, isOwn, labelOf } from './filterFields.ts'
import classes from './filters.module.css'
import { FilterPopover } from './lazyPopover.ts'
import { usePressed } from './usePressed.ts'

interface FilterChipProps {
  readonly name: string
  readonly field: FilterField | undefined
  readonly value: string
  /** What holds while nothing is chosen. */
  readonly usual: string | undefined
  readonly change: (name: string, value: string) => void
}

/** One filter that is set: a press changes it, the cross takes it away. */
export function FilterChip({ name, field, value, usual, change }: FilterChipProps) {
  const [isOpen, setOpen] = useState(false)
  const pressed = usePressed(isOpen, setOpen)
  if (!field) return null
  const label = t(labelOf(field))
  const open = isOwn(field) ? { onClick: field.edit } : pressed
  const text = (
    <>
      <span>{label}</span> <b>{value ? <ChipValue field={field} value={value} /> : usual}</b>
    </>
  )
  return (
    <span className={classes.chip} data-usual={value ? undefined : true}>
      {isOffered(field) ? (
        <button type="button" aria-haspopup="dialog" aria-expanded={isOpen} {...open}>
          {text}
        </button>
      ) : (
        <span className={classes.fixed}>{text}</span>
      )}
      {value && (
        <button
          type="button"
          aria-label={t('kit.removeFilter', { name: label })}
          onClick={() => change(name, '')}
        >
          <Icon name="close" size={14} />
        </button>
      )}
      {isOpen && (
        <FilterPopover
          fields={{ [name]: field }}
          name={name}
          value={value}
          close={() => setOpen(false)}
          change={change}
        />
      )}
    </span>
  )
}
