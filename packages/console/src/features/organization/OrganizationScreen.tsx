import { Suspense } from 'react'
import { usePage } from '../../kit/page/page.ts'
import { lazyPart } from '../../kit/lazyPart.tsx'
import { OrganizationList } from './OrganizationList.tsx'

const OrganizationDetail = lazyPart(() =>
  import('./detail/OrganizationDetail.tsx').then((file) => file.OrganizationDetail),
)

/** ORGANIZATION: all of them, or the page of the one that the address names. */
export function OrganizationScreen() {
  const { id } = usePage().params
  if (id === undefined) return <OrganizationList />
  return (
    <Suspense>
      <OrganizationDetail id={id} />
    </Suspense>
  )
}
