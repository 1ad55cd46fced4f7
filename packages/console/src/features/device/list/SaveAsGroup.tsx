import { type Device, type Group, groups } from '@muster/contract'
import { useState } from 'react'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import type { List } from '../../../kit/list/useList.ts'
import { notify } from '../../../kit/notify.ts'
import { useCan } from '../../../kit/session.ts'
import { formatAll } from '../../../platform/format.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { filterOfList, leftText } from '../filter/listFilter.ts'
import { type GroupStart, newGroup } from '../group/groupStart.ts'

const GroupForm = lazyDialog(() => import('../group/GroupForm.tsx').then((file) => file.GroupForm))

interface Offered {
  readonly start: GroupStart
  /** What the group will not follow. */
  readonly said: string | undefined
}

/** Makes a group by filter of what the list shows now; it says which filters no group can follow. */
export function SaveAsGroup({ list }: { readonly list: List<Device> }) {
  const dialog = useDialog<Group>()
  const [offered, setOffered] = useState<Offered>({ start: newGroup, said: undefined })
  const { sought } = list
  const isAllowed = useCan(groups.add.permission)
  if (!isAllowed || Object.keys(sought).length === 0) return null
  const open = () => {
    const { filter, left } = filterOfList(sought)
    const names = formatAll(left.map((name) => t(leftText(name))))
    const said = left.length > 0 ? t('group.notTaken', { names }) : undefined
    if (!filter) return notify.warning(said ?? '')
    setOffered({ start: { ...newGroup, filter, orgId: sought['orgId'] ?? '' }, said })
    dialog.open()
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('group.saveAs')}
      </Button>
      <GroupForm dialog={dialog} {...offered} />
    </>
  )
}
