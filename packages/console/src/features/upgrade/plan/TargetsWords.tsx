import { groups, organizations, type Plan } from '@muster/contract'
import type { PickerGroup } from '../../../kit/form/usePicker.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import { formatAll, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { FilterWords, useRecordNames } from '../../device/filter/index.ts'

/** Serial numbers that are named; of more there is their number. */
const mostNamed = 10

/** Some serial numbers, and how many there are beside them. */
export function Serials({ sns }: { readonly sns: readonly string[] }) {
  const more = sns.length - mostNamed
  return (
    <>
      <Ltr>{formatAll(sns.slice(0, mostNamed))}</Ltr>
      {more > 0 && ` ${t('plan.andMore', { count: formatNumber(more) })}`}
    </>
  )
}

interface TargetsWordsProps {
  /** With its organisation, where its name is known. */
  readonly plan: Pick<Plan, 'targets'> & Partial<Pick<Plan, 'orgId' | 'orgName'>>
}

/** Which terminals a plan means, in words. */
export function TargetsWords({ plan }: TargetsWordsProps) {
  const { orgId, groupId, sns, ids, filter } = plan.targets
  if (filter) return <FilterWords filter={filter} />
  if (groupId) return <Named way="groupId" of={groups} id={groupId} />
  if (orgId && orgId === plan.orgId)
    return (
      <>
        {t('push.way.orgId')}: <bdi>{plan.orgName}</bdi>
      </>
    )
  if (orgId) return <Named way="orgId" of={organizations} id={orgId} />
  if (sns) return <Serials sns={sns} />
  return t('push.share', { name: t('push.way.ids'), number: formatNumber(ids?.length ?? 0) })
}

interface NamedProps {
  readonly way: 'orgId' | 'groupId'
  readonly of: PickerGroup
  readonly id: string
}

function Named({ way, of, id }: NamedProps) {
  const nameOf = useRecordNames(of, [id])
  return (
    <>
      {t(`push.way.${way}`)}: <bdi>{nameOf(id)}</bdi>
    </>
  )
}
