import { roles } from '@muster/contract'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import { t } from '../../../platform/texts.ts'
import { ChosenRecords } from '../../../kit/form/ChosenRecords.tsx'
import classes from './account.module.css'

/** The roles of a user; at least one. */
export function RolesField({ value, onChange, label, error, required }: FieldHold) {
  const ids = Array.isArray(value) ? value.map(String) : []
  return (
    <div className={classes.wide}>
      <ChosenRecords
        of={roles}
        label={label}
        none={t('user.noRole')}
        chosen={ids.map((id) => ({ id }))}
        onAdd={(id) => onChange([...ids, id])}
        onDrop={(id) => onChange(ids.filter((one) => one !== id))}
        isReadOnly={false}
        error={error}
        required={required}
      />
    </div>
  )
}
