import { formatDateTime } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { type PickerGroup, usePicker } from '../form/usePicker.ts'
import { type FilterField, isOwn } from './filterFields.ts'

interface ChipValueProps {
  readonly field: FilterField
  readonly value: string
}

/** What a filter is set to, in words. */
export function ChipValue({ field, value }: ChipValueProps) {
  if (typeof field === 'string') return <bdi>{value}</bdi>
  if (isOwn(field)) return <field.Value value={value} />
  if ('of' in field) return <RecordName of={field.of} id={value} />
  if ('options' in field) {
    const text = field.options[value]
    return text ? t(text) : <bdi>{value}</bdi>
  }
  if ('names' in field) return <bdi>{field.names[value] ?? value}</bdi>
  const moment = new Date(value)
  // An address can say anything.
  return Number.isNaN(moment.getTime()) ? <bdi>{value}</bdi> : formatDateTime(moment)
}

function RecordName({ of, id }: { readonly of: PickerGroup; readonly id: string }) {
  const picker = usePicker(of, { value: id, keyword: '', isOpen: false })
  const { chosen, isNaming, isAllowed } = picker
  if (!isAllowed) return t('kit.notShown')
  return <bdi>{chosen?.name ?? t(isNaming ? 'kit.loading' : 'kit.notFound')}</bdi>
}
