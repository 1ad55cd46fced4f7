import type { Group, NewOf, groups } from '@muster/contract'
import { t } from '../../../platform/texts.ts'

/** What a form for a new group begins with. */
export type GroupStart = Partial<NewOf<typeof groups>>

/** A group by filter: what most are. */
export const newGroup: GroupStart = {
  type: 'DYNAMIC',
  includeSubOrgs: true,
  modelIds: [],
  maxMembers: 10_000,
}

/** What the copy of a group is called at first. */
export const copyNameOf = ({ name }: Pick<Group, 'name'>): string =>
  t('group.copyName', { name }).slice(0, 64)

/** Another group like one that is there. */
export const copyOf = ({
  name,
  orgId,
  includeSubOrgs,
  modelIds,
  type,
  filter,
  maxMembers,
  description,
}: Group): GroupStart => ({
  name: copyNameOf({ name }),
  orgId,
  includeSubOrgs,
  modelIds,
  type,
  filter,
  maxMembers,
  description,
})
