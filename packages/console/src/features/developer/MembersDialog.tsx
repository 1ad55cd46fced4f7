import { type Developer, type DeveloperMember, developerMembers, users } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../kit/dialog/confirm.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { RecordField } from '../../kit/form/RecordField.tsx'
import { useCallForm } from '../../kit/form/useCallForm.ts'
import { RowButton } from '../../kit/list/buttons.tsx'
import { usePage } from '../../kit/page/page.ts'
import { Permitted } from '../../kit/page/Permitted.tsx'
import { Loaded } from '../../kit/page/Screen.tsx'
import { Time } from '../../kit/page/values.tsx'
import { query } from '../../kit/queries.ts'
import { useAction } from '../../kit/useAction.ts'
import { t, texts } from '../../platform/texts.ts'
import { ChoiceField } from '../../ui/form/fields.tsx'
import { PlainTable } from '../../ui/table/PlainTable.tsx'
import classes from './developer.module.css'
import { roleTexts } from './developerTexts.ts'

/** Who works for a developer beside his account, and in which role. */
export function MembersDialog({ dialog }: { readonly dialog: Dialog<Developer> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('developer.membersOf', { name: record?.name ?? '' })}
      size="lg"
    >
      {record && isOpen && <Members key={record.id} id={record.id} close={close} />}
    </DialogFrame>
  )
}

interface MembersProps {
  readonly id: string
  readonly close: () => void
}

function Members({ id, close }: MembersProps) {
  // An empty form follows each one that was saved.
  const [round, setRound] = useState(0)
  const known = useQuery({
    ...query(developerMembers.list, { params: { id } }),
    subscribed: usePage().active,
  })
  return (
    <>
      <p className={classes.hint}>{t('developer.member.hint')}</p>
      <Loaded query={known} permission={developerMembers.list.permission}>
        {(members) =>
          members.length === 0 ? (
            <p>{t('developer.member.none')}</p>
          ) : (
            <MemberTable id={id} members={members} />
          )
        }
      </Loaded>
      <Permitted to={developerMembers.save.permission}>
        <MemberForm key={round} id={id} close={close} done={() => setRound(round + 1)} />
      </Permitted>
    </>
  )
}

interface MemberTableProps {
  readonly id: string
  readonly members: readonly DeveloperMember[]
}

function MemberTable({ id, members }: MemberTableProps) {
  const act = useAction(developerMembers)
  const remove = async ({ accountId, userName: name }: DeveloperMember) => {
    const title = t('developer.member.remove')
    const text = t('developer.member.removeSure', { name })
    if (await confirm({ title, text, agree: title, kind: 'dangerous' }))
      await act(developerMembers.remove, { params: { id, accountId } }, () =>
        t('developer.member.removed', { name }),
      )
  }
  return (
    <PlainTable
      label={t('developer.members')}
      titles={[
        t('developer.member'),
        t('developer.member.role'),
        t('developer.member.since'),
        t('kit.actions'),
      ]}
      rows={members.map((member) => ({
        key: member.accountId,
        cells: [
          <bdi key="name">{`${member.userName} (${member.realName})`}</bdi>,
          t(roleTexts[member.role]),
          <Time key="since" at={member.since} />,
          <RowButton
            key="remove"
            code={developerMembers.remove.permission}
            onClick={() => void remove(member)}
          >
            {t('developer.member.remove')}
          </RowButton>,
        ],
      }))}
    />
  )
}

interface MemberFormProps extends MembersProps {
  readonly done: () => void
}

/** Makes an account a member; one that is a member gets the role that is chosen. */
function MemberForm({ id, close, done }: MemberFormProps) {
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: developerMembers,
    call: developerMembers.save,
    start: { role: 'MEMBER' },
    input: (body) => ({ params: { id }, body }),
    said: () => t('developer.member.saved'),
    done,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <RecordField {...field('accountId', 'developer.member')} of={users} />
      <ChoiceField {...field('role', 'developer.member.role')} options={texts(roleTexts)} />
      <FormFooter agree="developer.member.save" isSending={isSending} close={close} />
    </form>
  )
}
