import { mostKeptAttributes } from '@muster/contract'
import { RowsField } from '../../../kit/form/RowsField.tsx'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import classes from './form.module.css'

const noAttribute = { name: '', value: '' }

/** What people keep of a record besides, a row each. */
export function AttributesField(hold: FieldHold) {
  return (
    <div className={classes.wide}>
      <RowsField<typeof noAttribute>
        {...hold}
        empty={noAttribute}
        most={mostKeptAttributes}
        add="station.addAttribute"
        remove="station.removeAttribute"
      >
        {({ name, value }, change) => (
          <>
            <TextInput
              label={t('station.attributeName')}
              value={name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <TextInput
              label={t('station.attributeValue')}
              value={value}
              onChange={(event) => change({ value: event.currentTarget.value })}
            />
          </>
        )}
      </RowsField>
    </div>
  )
}
