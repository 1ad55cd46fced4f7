import { devices } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OptionLine } from '../../../kit/form/OptionLine.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Autocomplete } from '../../../ui/controls.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'
import { asciiDigits } from '../../../ui/form/digits.ts'
import { useDebounced } from '../../../ui/form/useDebounced.ts'
import { type Replaced, SwapTarget } from './SwapTarget.tsx'

interface SwapFieldProps {
  readonly hold: FieldHold
  readonly old: Replaced
}

/** The terminal that takes the place of another: what is in stock is offered, of the same model first; a scanner may type it. */
export function SwapField({ hold, old }: SwapFieldProps) {
  const { value, onChange, ...field } = hold
  const [isOpen, setOpen] = useState(false)
  const sn = shownValue(value)
  const stock = useStock(old, sn, isOpen)
  const bySn = new Map([...stock.same, ...stock.others].map((one) => [one.sn, one]))
  const groups = [
    { group: t('life.swapSameModel'), items: stock.same.map((one) => one.sn) },
    { group: t('life.swapOtherModels'), items: stock.others.map((one) => one.sn) },
  ]
  return (
    <>
      <Autocomplete
        {...field}
        value={sn}
        onChange={(typed) => onChange(asciiDigits(typed))}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        data={groups.filter(({ items }) => items.length > 0)}
        // The server has found what matches.
        filter={({ options }) => options}
        onDropdownOpen={() => setOpen(true)}
        renderOption={({ option }) => {
          const { modelName, orgName } = bySn.get(option.value) ?? {}
          return <OptionLine name={option.value} note={[modelName, orgName].join(', ')} />
        }}
      />
      <SwapTarget sn={value} old={old} />
    </>
  )
}

/** So many are offered of the same model, and of others. */
const most = 20

/** Terminals in stock by what is typed, those of the same model apart. */
function useStock(old: Replaced, typed: string, isOpen: boolean) {
  const keyword = useDebounced(typed.trim())
  const isWanted = useCan(devices.page.permission) && isOpen
  const about = useQuery({ ...query(devices.page, { query: { sn: old.sn } }), enabled: isWanted })
  const modelId = about.data?.list.find((one) => one.sn === old.sn)?.modelId
  const inStock = {
    lifecycle: 'STOCK' as const,
    pageSize: most,
    ...(keyword && { keyword }),
  }
  const all = useQuery({ ...query(devices.page, { query: inStock }), enabled: isWanted })
  const same = useQuery({
    ...query(devices.page, { query: { ...inStock, ...(modelId && { modelId }) } }),
    enabled: isWanted && modelId !== undefined,
  })
  return {
    same: (modelId && same.data?.list) || [],
    others: (all.data?.list ?? []).filter((one) => one.modelId !== modelId),
  }
}
