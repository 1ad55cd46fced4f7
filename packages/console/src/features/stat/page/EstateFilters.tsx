import { models, organizations, type TextKey, vendors } from '@muster/contract'
import { DayInput } from '../../../kit/dates/DayInput.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { useCan } from '../../../kit/session.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { spanProblem, spanTexts } from './span.ts'

/** Which terminals and which days a page of figures is about; both live in its address. */
export function EstateFilters({ hasSpan = true }: { readonly hasSpan?: boolean }) {
  const { query } = usePage()
  const set = useSet()
  return (
    <>
      <Picker name="orgId" label="device.organization" of={organizations} set={set} />
      <Picker name="vendorId" label="device.vendor" of={vendors} set={set} />
      <Picker name="modelId" label="device.model" of={models} set={set} />
      {hasSpan && <SpanChoice />}
      {hasSpan && query['span'] === 'custom' && (
        <>
          <Day label="workbench.from" name="from" set={set} />
          <Day label="workbench.to" name="to" set={set} />
        </>
      )}
    </>
  )
}

function useSet(): SetProps['set'] {
  const { query, setQuery } = usePage()
  return (name, value) => setQuery({ ...query, [name]: value ?? '' })
}

function SpanChoice() {
  const { query, setQuery } = usePage()
  return (
    <ChoiceInput
      label={t('workbench.span')}
      options={texts(spanTexts)}
      none={t('workbench.span.usual')}
      value={query['span'] ?? ''}
      onChoose={(span) => setQuery({ ...query, span, from: '', to: '' })}
    />
  )
}

interface SetProps {
  readonly name: string
  readonly label: TextKey
  readonly set: (name: string, value: string | null) => void
}

interface PickerProps extends SetProps {
  readonly of: Parameters<typeof RecordPicker>[0]['of']
}

/** A record to cut the figures to, for those who may list its kind. */
function Picker({ name, label, of, set }: PickerProps) {
  const { query } = usePage()
  if (!useCan(of.list.permission)) return null
  return (
    <RecordPicker
      of={of}
      label={t(label)}
      placeholder={t('kit.any')}
      value={query[name] || null}
      onChange={(id) => set(name, id)}
    />
  )
}

/** A day of the calendar; what is wrong with the two of them stands at the last. */
function Day({ name, label, set }: SetProps) {
  const { query } = usePage()
  const problem = name === 'to' ? spanProblem(query) : null
  return (
    <DayInput
      label={t(label)}
      value={query[name] ?? ''}
      error={problem ? t(problem) : undefined}
      onChange={(day) => set(name, day)}
    />
  )
}
