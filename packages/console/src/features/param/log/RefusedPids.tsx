import type { RefusedParam } from '@muster/contract'
import { Ltr } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'

/** What an application did not take; why stands in the tip. */
export function RefusedPids({ refused }: { readonly refused: readonly RefusedParam[] }) {
  if (refused.length === 0) return nothing
  return (
    <span title={refused.flatMap(({ why }) => why ?? []).join(' · ')}>
      <Ltr>{refused.map(({ pid }) => pid).join(' ')}</Ltr>
    </span>
  )
}
