import { keyTypes, mostRequiredKeys, type RequiredKey } from '@muster/contract'
import { RowsField } from '../../../kit/form/RowsField.tsx'
import { t } from '../../../platform/texts.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextInput } from '../../../ui/controls.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import { keyTypeTexts } from '../detail/keys/keyTexts.ts'

const noKey: RequiredKey = { slot: '', type: 'TPK' }

/** Key slots, each with the type of key that must be in it. */
export function KeySlotsField(hold: FieldHold) {
  return (
    <RowsField<RequiredKey>
      {...hold}
      empty={noKey}
      most={mostRequiredKeys}
      add="model.keySlotAdd"
      remove="model.keySlotRemove"
      hint={t('model.keySlotsHint')}
    >
      {({ slot, type }, change) => (
        <>
          <TextInput
            label={t('device.key.slot')}
            value={slot}
            dir="ltr"
            maxLength={15}
            onChange={(event) => change({ slot: event.currentTarget.value })}
          />
          <Select
            label={t('device.key.type')}
            value={type}
            data={keyTypes.map((value) => ({ value, label: t(keyTypeTexts[value]) }))}
            onChange={(next) => change({ type: keyTypes.find((one) => one === next) ?? type })}
          />
        </>
      )}
    </RowsField>
  )
}
