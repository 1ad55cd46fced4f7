import { t } from '../../../platform/texts.ts'
import { CheckField, type FieldHold } from '../../../ui/form/fields.tsx'
import classes from './life.module.css'

/** Whoever scraps a terminal says that its keys are erased, unless a wipe proves it. */
export const ErasedField = (field: FieldHold) => (
  <div>
    <CheckField {...field} />
    <p className={classes.hint}>{t('life.keysErasedHint')}</p>
  </div>
)
