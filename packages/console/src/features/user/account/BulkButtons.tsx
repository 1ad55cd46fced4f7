import { type User, users } from '@muster/contract'
import { confirm, mostByClick } from '../../../kit/dialog/confirm.ts'
import { useChosenBatch } from '../../../kit/batch/useBatch.ts'
import type { List } from '../../../kit/list/useList.ts'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import { t } from '../../../platform/texts.ts'
import { chosenOf, countOf } from '../../../ui/table/useSelection.ts'
import type { UserDialogs } from './useUserDialogs.ts'

interface BulkButtonsProps {
  readonly list: List<User>
  readonly dialogs: UserDialogs
}

/** What is done to all chosen accounts at once, which may be all that match: disable, give a role, move. */
export function BulkButtons({ list, dialogs }: BulkButtonsProps) {
  const batch = useChosenBatch(list, users)
  const accounts = () => ({
    which: chosenOf(list),
    name: t('user.chosen', { count: countOf(list) }),
  })
  const disable = async () => {
    const count = countOf(list)
    const [title, text] = [t('user.disable'), t('user.disableSure', { count })]
    const question = { title, text, agree: title, kind: 'dangerous' } as const
    // About many, or all that match, the batch itself asks.
    const isAsked = list.isAll || count > mostByClick
    if (isAsked || (await confirm(question))) await batch({ of: users, kind: 'disable' })
  }
  return (
    <>
      <ChosenButton
        list={list}
        code={users.setStatusMany.permission}
        onClick={() => void disable()}
      >
        {t('user.disable')}
      </ChosenButton>
      <ChosenButton
        list={list}
        code={users.addRoleMany.permission}
        onClick={() => dialogs.role.open(accounts())}
      >
        {t('user.addRole')}
      </ChosenButton>
      <ChosenButton
        list={list}
        code={users.moveMany.permission}
        onClick={() => dialogs.move.open(accounts())}
      >
        {t('user.move')}
      </ChosenButton>
    </>
  )
}
