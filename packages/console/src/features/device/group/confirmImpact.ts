import { type Group, groups, type NewOf, type ReplyOf } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { saveSheet } from '../../../kit/download/saveSheet.ts'
import { can } from '../../../kit/session.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'

type Fields = NewOf<typeof groups>

/** Says who joins and who leaves before a group's filter, or what bounds it, is saved. */
export async function confirmImpact(
  { filter, orgId, includeSubOrgs, modelIds }: Fields,
  group: Group | null,
): Promise<boolean> {
  if (!group || !can(groups.preview.permission)) return true
  const asked = JSON.stringify([orgId, includeSubOrgs, modelIds, filter])
  const before = [group.orgId, group.includeSubOrgs, group.modelIds, group.filter]
  if (asked === JSON.stringify(before)) return true
  // Of a static group those who are members already stay, as far as its bounds let them.
  const found = filter ?? { field: 'groupId' as const, op: 'in' as const, values: [group.id] }
  const body = { orgId, includeSubOrgs, modelIds, filter: found, groupId: group.id }
  const ask = (withRows: boolean) =>
    outcomeOf(call(groups.preview, { body: { ...body, withRows } }))
  const answer = await ask(false)
  if ('error' in answer) return false
  const { joining, leaving } = answer.reply
  const count = joining + leaving
  if (count === 0) return true
  const save = async () => {
    const named = await ask(true)
    if ('reply' in named) saveRows(named.reply)
  }
  return confirm({
    title: t('group.impactTitle'),
    text: t('group.impact', { joining, leaving }),
    agree: t('kit.save'),
    kind: leaving > 0 ? 'dangerous' : 'ordinary',
    count,
    list: { label: t('life.impactSheet'), save: () => void save() },
  })
}

function saveRows({ rows = [] }: ReplyOf<typeof groups.preview>): void {
  const columns = [
    t('device.sn'),
    t('device.name'),
    t('device.organization'),
    t('group.membership'),
  ]
  const lines = rows.map(({ sn, name, orgName, joins }) => [
    sn,
    name,
    orgName,
    t(joins ? 'group.joins' : 'group.leaves'),
  ])
  saveSheet('group.csv', columns, lines)
}
