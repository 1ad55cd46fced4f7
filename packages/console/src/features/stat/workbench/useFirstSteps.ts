import {
  devices,
  enrolmentKeys,
  models,
  organizations,
  type ScreenKey,
  type TextKey,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { usePages } from './pages.ts'

export interface FirstStep {
  readonly text: TextKey
  readonly hint: TextKey
  /** Where it is done; undefined: his menu has no such page. */
  readonly href: string | undefined
  readonly isDone: boolean
  /** A virtual fleet would do it as well. */
  readonly hasFleet: boolean
}

/** What is fetched of a list that is only counted. */
const few = { query: { pageNum: 1, pageSize: 10 } } as const

/**
 * What an empty product needs before its first terminal shows, each by what is really there; only
 * what the user may do.
 */
export function useFirstSteps(): readonly FirstStep[] {
  const { active: subscribed } = usePage()
  const pages = usePages()
  const pathOf = (screen: ScreenKey) => pages.find((page) => page.screen === screen)?.path
  const maySeeKeys = useCan(enrolmentKeys.list.permission)
  const orgs = useQuery({
    ...query(organizations.page, few),
    subscribed,
    enabled: useCan(organizations.page.permission),
  })
  const known = useQuery({
    ...query(models.page, few),
    subscribed,
    enabled: useCan(models.page.permission),
  })
  // The platform itself is an organisation: one's own comes below it, and has keys of its own.
  const own = orgs.data?.list.find(({ parentId }) => parentId !== null)
  const id = own?.id ?? orgs.data?.list[0]?.id ?? ''
  const keys = useQuery({
    ...query(enrolmentKeys.list, { params: { id } }),
    subscribed,
    enabled: maySeeKeys && id !== '',
  })
  const organization = pathOf('ORGANIZATION')
  const keysPath = organization && id && maySeeKeys ? `${organization}/${id}?tab=keys` : undefined
  const steps = [
    [useCan(organizations.add.permission), step('organization', organization, own !== undefined)],
    [
      useCan(models.add.permission),
      step('model', pathOf('DEVICE_MODEL'), (known.data?.total ?? 0) > 0),
    ],
    [useCan(enrolmentKeys.add.permission), step('key', keysPath, (keys.data?.length ?? 0) > 0)],
    [useCan(devices.add.permission), step('terminal', pathOf('DEVICE_LIST'), false)],
  ] as const
  return steps.flatMap(([isAllowed, one]) => (isAllowed ? [one] : []))
}

const step = (
  name: 'organization' | 'model' | 'key' | 'terminal',
  path: string | undefined,
  isDone: boolean,
): FirstStep => ({
  text: `workbench.first.${name}`,
  hint: `workbench.first.${name}.hint`,
  href: path && `#${path}`,
  isDone,
  hasFleet: name === 'terminal',
})
