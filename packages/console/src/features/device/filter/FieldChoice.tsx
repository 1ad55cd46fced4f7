import type { FilterField } from '@muster/contract'
import { can } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Select } from '../../../ui/Select.tsx'
import { useEnterTakes } from '../../../ui/form/useEnterTakes.ts'
import { offeredFields } from './filterFacts.ts'

interface FieldChoiceProps {
  readonly label: string
  readonly value: FilterField | null
  readonly onChoose: (field: FilterField) => void
  readonly isFaulty: boolean
}

/** The fact that a condition asks for, found by typing. */
export function FieldChoice({ label, value, onChoose, isFaulty }: FieldChoiceProps) {
  const offered = offeredFields(can)
  const known = offered.flatMap(({ fields }) => fields)
  const data = offered
    .filter(({ fields }) => fields.length > 0)
    .map(({ topic, fields }) => ({
      group: t(`group.topic.${topic}`),
      items: fields.map((field) => ({ value: field, label: t(`filter.field.${field}`) })),
    }))
  // What is asked for already stays to be read by who may not choose it.
  const own =
    value !== null && !known.includes(value) ? [{ value, label: t(`filter.field.${value}`) }] : []
  const takeOnEnter = useEnterTakes({ shown: value === null ? '' : t(`filter.field.${value}`) })
  return (
    <Select
      data-focus="field"
      label={label}
      placeholder={value === null ? t('group.filter.chooseField') : ''}
      data={[...own, ...data]}
      value={value}
      onChange={(chosen) => {
        const field = known.find((one) => one === chosen)
        if (field) onChoose(field)
      }}
      onKeyDownCapture={takeOnEnter}
      allowDeselect={false}
      error={isFaulty}
      nothingFoundMessage={t('kit.noMatch')}
      searchable
    />
  )
}
