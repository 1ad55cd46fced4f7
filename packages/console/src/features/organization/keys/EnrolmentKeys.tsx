import { enrolmentKeys, organizationKeys, type ReplyOf } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { useAction } from '../../../kit/useAction.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import type { TableColumn } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/Table.tsx'
import type { OrganizationTabProps } from '../detail/tabProps.ts'
import { NewKey } from './NewKey.tsx'
import { RotateDialog, type Rotated } from './RotateDialog.tsx'
import classes from '../organization.module.css'

type Key = ReplyOf<typeof enrolmentKeys.list>[number]

/** The keys that an organisation's terminals show at their first contact. */
export function EnrolmentKeys({ organization: { id } }: OrganizationTabProps) {
  const keys = useQuery(query(enrolmentKeys.list, { params: { id } }))
  const act = useAction(enrolmentKeys)
  const rotating = useDialog<Rotated>()
  const revoke = async (key: Key) => {
    const title = t('organization.key.revoke')
    const text = t('organization.key.revokeSure')
    if (!(await confirm({ title, text, agree: title, kind: 'dangerous' }))) return
    await act(enrolmentKeys.revoke, { params: { id: key.id } })
  }
  return (
    <>
      <NewKey organizationId={id} />
      <Loaded query={keys} permission={enrolmentKeys.list.permission}>
        {(rows) => (
          <div className={classes.keys}>
            <Table
              label={t('organization.keys')}
              columns={keyColumns({
                revoke,
                rotate: (key) =>
                  rotating.open({ id: key.id, kind: null, name: t('organization.key.token') }),
              })}
              rows={rows}
              sort={null}
              onSort={() => undefined}
              instead={<p className={classes.none}>{t('organization.key.empty')}</p>}
            />
          </div>
        )}
      </Loaded>
      <RotateDialog dialog={rotating} />
    </>
  )
}

interface KeyActions {
  readonly revoke: (key: Key) => Promise<void>
  readonly rotate: (key: Key) => void
}

function keyColumns({ revoke, rotate }: KeyActions): readonly TableColumn<Key>[] {
  return [
    {
      id: 'createdAt',
      title: t('organization.key.createdAt'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: 'expiresAt',
      title: t('organization.key.expiresAt'),
      cell: ({ expiresAt }) => <Time at={expiresAt} />,
    },
    {
      id: 'uses',
      title: t('organization.key.uses'),
      cell: ({ uses, maxUses }) => t('organization.key.usesOf', { uses, most: maxUses }),
    },
    {
      id: 'actions',
      title: t('kit.actions'),
      width: 180,
      cell: (key) => (
        <RowActions>
          <RowButton code={organizationKeys.rotate.permission} onClick={() => rotate(key)}>
            {t('organization.keys.rotate')}
          </RowButton>
          <RowButton code={enrolmentKeys.revoke.permission} onClick={() => void revoke(key)}>
            {t('organization.key.revoke')}
          </RowButton>
        </RowActions>
      ),
    },
  ]
}
