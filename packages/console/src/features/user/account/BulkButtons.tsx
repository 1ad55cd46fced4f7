import { type User, users } from '@muster/contract'
import type { ReactNode } from 'react'
import { confirm } from '../../../kit/confirm.ts'
import { useAction } from '../../../kit/list/useAction.ts'
import type { List } from '../../../kit/list/useList.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { useOfferSelection } from '../../../ui/table/useSelection.ts'
import type { UserDialogs } from './useUserDialogs.ts'

interface BulkButtonsProps {
  readonly list: List<User>
  readonly dialogs: UserDialogs
}

/** What is done to all chosen accounts at once: disable, give a role, move. */
export function BulkButtons({ list, dialogs }: BulkButtonsProps) {
  const act = useAction(users)
  const ids = [...list.selected]
  const accounts = { ids, name: t('user.chosen', { count: ids.length }) }
  const disable = async () => {
    const title = t('user.disable')
    const text = t('user.disableSure', { count: ids.length })
    if (!(await confirm({ title, text, agree: title, kind: 'dangerous', count: ids.length })))
      return
    const params = { status: '0' as const }
    if (await act(users.setStatusMany, { params, body: { ids } })) list.clearSelection()
  }
  return (
    <>
      <Bulk list={list} code={users.setStatusMany.permission} onClick={() => void disable()}>
        {t('user.disable')}
      </Bulk>
      <Bulk
        list={list}
        code={users.addRoleMany.permission}
        onClick={() => dialogs.role.open(accounts)}
      >
        {t('user.addRole')}
      </Bulk>
      <Bulk
        list={list}
        code={users.moveMany.permission}
        onClick={() => dialogs.move.open(accounts)}
      >
        {t('user.move')}
      </Bulk>
    </>
  )
}

interface BulkProps {
  readonly list: List<User>
  readonly code: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function Bulk({ list, code, onClick, children }: BulkProps) {
  const isAllowed = useCan(code)
  useOfferSelection(list, isAllowed)
  if (!isAllowed) return null
  return (
    <Button variant="default" disabled={list.selected.size === 0} onClick={onClick}>
      {children}
    </Button>
  )
}
