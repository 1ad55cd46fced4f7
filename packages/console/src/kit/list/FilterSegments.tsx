import type { TextKey } from '@muster/contract'
import { formatCapped } from '../formatCapped.ts'
import { t } from '../../platform/texts.ts'
import type { Row } from './listed.ts'
import { Segments } from './Segments.tsx'
import type { List } from './useList.ts'

interface FilterSegmentsProps<R extends Row> {
  readonly list: List<R>
  /** The filter that is set by a press. */
  readonly name: string
  /** What they tell apart, for those who cannot see it. */
  readonly label: TextKey
  /** The values that are asked for most, in their order; all come first. */
  readonly texts: Readonly<Record<string, TextKey>>
  /** How many there are of a value, where that is counted; null: it is not known yet. */
  readonly counts?: Readonly<Record<string, number | null>> | undefined
}

/** The values of one filter in the line above the rows: one press shows what most look for. */
export function FilterSegments<R extends Row>(props: FilterSegmentsProps<R>) {
  const { list, name, label, texts, counts } = props
  const { filter } = list.state
  const chosen = filter[name] ?? ''
  const press = (value: string) =>
    list.change({ filter: { ...filter, [name]: value === chosen ? '' : value } })
  const count = (value: string) => {
    const known = counts?.[value]
    return known === undefined ? undefined : formatCapped(known)
  }
  return (
    <Segments
      label={t(label)}
      segments={[['', 'list.all'] as const, ...Object.entries(texts)].map(([value, text]) => ({
        key: value,
        text: t(text),
        count: count(value),
        isPressed: value === chosen,
        press: () => press(value),
      }))}
    />
  )
}
