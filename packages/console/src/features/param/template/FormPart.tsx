import { useState } from 'react'
import { t } from '../../../platform/texts.ts'
import { Checkbox } from '../../../ui/controls.ts'
import type { Inherited } from '../form/formRows.ts'
import { ParamForm } from '../form/ParamForm.tsx'
import classes from './design.module.css'
import type { Design } from './useDesign.ts'

/** What is inherited where only a template and the dictionary speak. */
const inheritedOf = ({ frozen, param }: Design): ReadonlyMap<string, Inherited> =>
  new Map(
    frozen.content.fields.flatMap(({ pid, defaultValue }): [string, Inherited][] => {
      if (defaultValue !== null)
        return [[pid, { value: defaultValue, source: t('paramTemplate.source.template') }]]
      const value = param(pid)?.defaultValue ?? null
      return value === null ? [] : [[pid, { value, source: t('paramTemplate.source.dictionary') }]]
    }),
  )

/** The form as whoever fills it in will see it; what is typed here is kept nowhere. */
export function FormPart({ design }: { readonly design: Design }) {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map())
  const [isAdvanced, setAdvanced] = useState(false)
  const change = (pid: string, value: string | null) => {
    const next = new Map(values)
    if (value === null) next.delete(pid)
    else next.set(pid, value)
    setValues(next)
  }
  return (
    <div className={classes.panel}>
      <Checkbox
        label={t('paramTemplate.asAdvanced')}
        checked={isAdvanced}
        onChange={(event) => setAdvanced(event.currentTarget.checked)}
      />
      <ParamForm
        content={design.frozen.content}
        values={values}
        inherited={inheritedOf(design)}
        access={isAdvanced ? 'ADVANCED' : 'BASIC'}
        onChange={change}
      />
    </div>
  )
}
