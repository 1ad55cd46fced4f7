import { Facts } from '../../kit/page/Facts.tsx'
import type { ReactNode } from 'react'

type Fact = readonly [label: string, value: ReactNode]

/** What something is, a name and a value each. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Facts>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
  )
}
