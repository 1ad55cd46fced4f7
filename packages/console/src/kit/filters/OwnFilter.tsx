import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { OwnField } from './filterFields.ts'
import classes from './filters.module.css'

/** Offers a filter that is set in a place of its own. */
export const OwnFilter = ({ field }: { readonly field: OwnField }) => (
  <span className={classes.chip} data-add="">
    <button type="button" aria-haspopup="dialog" onClick={field.edit}>
      <Icon name="filter" size={16} />
      {t(field.offer ?? field.label)}
    </button>
  </span>
)
