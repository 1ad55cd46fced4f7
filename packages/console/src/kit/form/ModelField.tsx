import { models } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../platform/texts.ts'
import { type FieldHold, shownValue } from '../../ui/form/fields.tsx'
import { Select } from '../../ui/Select.tsx'
import { usePage } from '../page/page.ts'
import { query } from '../queries.ts'
import { useCan } from '../session.ts'
import { RecordField } from './RecordField.tsx'

/** A model, found under its vendor: two vendors may call theirs the same. */
export function ModelField({ value, onChange, ...rest }: FieldHold) {
  const isAllowed = useCan(models.byVendor.permission)
  const found = useQuery({
    ...query(models.byVendor, {}),
    enabled: isAllowed,
    subscribed: usePage().active,
  })
  const chosen = shownValue(value)
  const groups = (found.data ?? []).map(({ name, models: own }) => ({
    group: name,
    items: own.map((model) => ({ value: model.id, label: model.name })),
  }))
  const isOffered = groups.some(({ items }) => items.some((item) => item.value === chosen))
  // One that was disabled since is named by the list of all.
  if (!isAllowed || (chosen !== '' && found.data && !isOffered))
    return <RecordField {...rest} value={value} onChange={onChange} of={models} />
  return (
    <Select
      {...rest}
      data={groups}
      value={chosen || null}
      onChange={(next) => onChange(next ?? '')}
      searchable
      clearable={!rest.required}
      nothingFoundMessage={t('kit.noMatch')}
      placeholder={found.isLoading ? t('kit.loading') : ''}
    />
  )
}
