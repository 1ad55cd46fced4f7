import { TimeField } from '../../../kit/dates/fields.tsx'
import { t } from '../../../platform/texts.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
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
        ].map((one) => (
          <TimeField {...one} key={one.name} />
        ))}
      </div>
    </fieldset>
  )
}
