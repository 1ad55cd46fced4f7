import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'
import { partsOf } from '../../../ui/form/parts.ts'
import classes from './config.module.css'

/** Hours from and until; over midnight where it ends before it begins. */
export function WindowField(hold: FieldHold) {
  const part = partsOf(hold)
  return (
    <fieldset className={classes.group}>
      <legend>{hold.label}</legend>
      <p>{t('organization.config.maintenanceHint')}</p>
      <div className={classes.parts}>
        {[
          part('from', t('organization.config.from')),
          part('until', t('organization.config.until')),
        ].map(({ value, onChange, ...rest }) => (
          <TextInput
            {...rest}
            key={rest.name}
            type="time"
            value={shownValue(value)}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        ))}
      </div>
    </fieldset>
  )
}
