import { roles } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { scopeTexts } from '../scope/scopeTexts.ts'

/** A role's data scope in one line. */
export function ScopeSummary({ roleId: id }: { readonly roleId: string }) {
  const scope = useQuery(query(roles.scope, { params: { id } }))
  return (
    <Loaded query={scope} permission={roles.scope.permission}>
      {({ kind, organizations, vendors, models }) => {
        const names = [...organizations, ...vendors, ...models].map(({ name }) => name)
        return <bdi>{[t(scopeTexts[kind]), ...names].join(' · ')}</bdi>
      }}
    </Loaded>
  )
}
