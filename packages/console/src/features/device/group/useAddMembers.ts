import { groups } from '@muster/contract'
import { useRef } from 'react'
import { notify } from '../../../kit/notify.ts'
import { t } from '../../../platform/texts.ts'
import { useNamed } from './useNamed.ts'

/** Names terminals as members of a group, and says how many. */
export function useAddMembers() {
  const groupId = useRef('')
  const named = useNamed(groups, (send, sns) =>
    send(groups.addMembers, { body: { groupId: groupId.current, sns } }),
  )
  const toGroup = async (id: string, sns: readonly string[]) => {
    groupId.current = id
    const done = await named.name(sns)
    if (done) notify.success(t('group.membersAdded', { count: done.count }))
    return done
  }
  return { toGroup, isBusy: named.isBusy }
}
