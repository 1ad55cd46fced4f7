import { enrolmentKeys, type OrganizationKey, organizationKeys } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { useAction } from '../../../kit/useAction.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatDateTime, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import type { TableColumn } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/Table.tsx'
import type { OrganizationTabProps } from '../detail/tabProps.ts'
import classes from '../organization.module.css'
import { keyKindTexts, NewOtherKey } from './NewOtherKey.tsx'
import { RotateDialog, type Rotated } from './RotateDialog.tsx'

/** Keys by kind and alias; those of API clients have a screen of their own. */
export function OtherKeys({ organization: { id } }: OrganizationTabProps) {
  const keys = useQuery(query(organizationKeys.list, { params: { id } }))
  const rotating = useDialog<Rotated>()
  const act = useAction({ ...enrolmentKeys, ...organizationKeys })
  const revoke = async (key: OrganizationKey) => {
    const title = t('organization.key.revoke')
    const text = t('organization.keys.sure')
    if (!(await confirm({ title, text, agree: title, kind: 'dangerous' }))) return
    await act(enrolmentKeys.revoke, { params: { id: key.id } })
  }
  const rotate = ({ id: keyId, kind, alias }: OrganizationKey) =>
    rotating.open({ id: keyId, kind, name: alias })
  return (
    <>
      <Permitted to="CLIENT_LIST">
        <p className={classes.toClients}>
          {t('organization.keys.othersText')}{' '}
          <a href="#/access/client">{t('organization.keys.toClients')}</a>
        </p>
      </Permitted>
      <NewOtherKey organizationId={id} />
      <Loaded query={keys} permission={organizationKeys.list.permission}>
        {(rows) => (
          <div className={classes.keys}>
            <Table
              label={t('organization.keys.others')}
              columns={columns({ revoke, rotate })}
              rows={rows}
              sort={null}
              onSort={() => undefined}
              instead={<p className={classes.none}>{t('organization.keys.none')}</p>}
            />
          </div>
        )}
      </Loaded>
      <RotateDialog dialog={rotating} />
    </>
  )
}

interface KeyActions {
  readonly revoke: (key: OrganizationKey) => Promise<void>
  readonly rotate: (key: OrganizationKey) => void
}

const columns = ({ revoke, rotate }: KeyActions): readonly TableColumn<OrganizationKey>[] => [
  { id: 'kind', title: t('organization.keys.kind'), cell: ({ kind }) => t(keyKindTexts[kind]) },
  { id: 'alias', title: t('organization.keys.alias'), cell: ({ alias }) => <Ltr>{alias}</Ltr> },
  {
    id: 'reference',
    title: t('organization.keys.reference'),
    cell: ({ reference }) => (reference ? <Ltr>{reference}</Ltr> : nothing),
  },
  {
    id: 'state',
    title: t('organization.keys.state'),
    cell: ({ expiresAt }) =>
      expiresAt === null
        ? t('organization.keys.inUse')
        : t('organization.keys.endsAt', { time: formatDateTime(expiresAt) }),
  },
  {
    id: 'actions',
    title: t('kit.actions'),
    width: 180,
    cell: (key) => (
      <RowActions>
        {key.expiresAt === null && (
          <RowButton code={organizationKeys.rotate.permission} onClick={() => rotate(key)}>
            {t('organization.keys.rotate')}
          </RowButton>
        )}
        <RowButton code={enrolmentKeys.revoke.permission} onClick={() => void revoke(key)}>
          {t('organization.key.revoke')}
        </RowButton>
      </RowActions>
    ),
  },
]
