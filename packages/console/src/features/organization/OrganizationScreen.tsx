import { usePage } from '../../kit/page/page.ts'
import { lazyPart } from '../../platform/lazyPart.tsx'
import { OrganizationList } from './OrganizationList.tsx'

const OrganizationDetail = lazyPart(() =>
  import('./detail/OrganizationDetail.tsx').then((file) => file.OrganizationDetail),
)

/** ORGANIZATION: all of them, or the page of the one that the address names. */
export function OrganizationScreen() {
  const { id } = usePage().params
  return id === undefined ? <OrganizationList /> : <OrganizationDetail id={id} />
}
