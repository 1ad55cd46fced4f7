import { type Filter, filterTree } from '@muster/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import form from '../../../ui/form/form.module.css'
import classes from './filter.module.css'
import { FilterBuilder } from './FilterBuilder.tsx'

/** What a form holds while a filter is not whole: no schema takes it, so nobody can save it. */
const incomplete = 'incomplete'

/** The filter that a form holds; null: none, or not whole yet. */
export const filterIn = (value: unknown): Filter | null =>
  z.safeParse(filterTree(), value).data ?? null

/** A filter as a field of a form. */
export function FilterField({ label, value, onChange, error }: FieldHold) {
  // What it began with: from then on the builder keeps its own.
  const [start] = useState(() => filterIn(value))
  return (
    <div className={form.wide}>
      <FilterBuilder
        label={label}
        filter={start}
        isAsked={error !== undefined}
        onRead={({ filter, faults }) => onChange(filter ?? (faults.size > 0 ? incomplete : ''))}
      />
      {error && (
        <p role="alert" className={classes.fault}>
          {error}
        </p>
      )}
    </div>
  )
}
