import { models, organizations, type TextKey, vendors } from '@muster/contract'
import { DayInput } from '../../../kit/dates/DayInput.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { AddFilter } from '../../../kit/filters/AddFilter.tsx'
import { FilterChip } from '../../../kit/filters/FilterChip.tsx'
import { type FilterFields, isOffered } from '../../../kit/filters/filterFields.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import classes from './estateFilters.module.css'
import { spanProblem, spanTexts } from './span.ts'

/** Which terminals and which days a page of figures is about; both live in its address. */
export function EstateFilters({ hasSpan = true }: { readonly hasSpan?: boolean }) {
  const { query } = usePage()
  const set = useSet()
  return (
    <>
      <EstateChips change={set} />
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

export const organizationField: FilterFields = {
  orgId: { label: 'device.organization', of: organizations },
}

const estateFields: FilterFields = {
  ...organizationField,
  vendorId: { label: 'device.vendor', of: vendors },
  modelId: { label: 'device.model', of: models },
}

interface EstateChipsProps {
  readonly change: SetProps['set']
  /** Those that the page knows. */
  readonly of?: FilterFields
}

/** What the figures are cut to, a chip for each, as above a list. */
export function EstateChips({ change, of = estateFields }: EstateChipsProps) {
  const { query } = usePage()
  const fields = Object.entries(of)
  const unset = fields.filter(([name, field]) => !query[name] && isOffered(field))
  return (
    <search className={classes.chips}>
      {fields.map(
        ([name, field]) =>
          query[name] && (
            <FilterChip
              key={name}
              name={name}
              field={field}
              value={query[name]}
              usual={undefined}
              change={change}
            />
          ),
      )}
      <AddFilter fields={Object.fromEntries(unset)} change={change} />
    </search>
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
