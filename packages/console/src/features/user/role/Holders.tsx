import { type ReplyOf, type Role, roles } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { EnabledBadge, Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import type { TableColumn } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/Table.tsx'
import classes from './role.module.css'

type Holder = ReplyOf<typeof roles.users>['list'][number]

/** Who holds a role, as far as the reader may know. */
export function Holders({ role: { id } }: { readonly role: Role }) {
  const users = useQuery(query(roles.users, { params: { id }, query: { pageSize: 100 } }))
  return (
    <Loaded query={users} permission={roles.users.permission}>
      {({ list, total }) => (
        <div className={classes.part}>
          <div className={classes.holders}>
            <Table
              label={t('role.users')}
              columns={columns()}
              rows={list}
              sort={null}
              onSort={() => undefined}
              instead={<p className={classes.none}>{t('role.noUsers')}</p>}
            />
          </div>
          {total > list.length && <p>{t('role.moreUsers', { count: total - list.length })}</p>}
        </div>
      )}
    </Loaded>
  )
}

const columns = (): readonly TableColumn<Holder>[] => [
  { id: 'userName', title: t('user.userName'), cell: ({ userName }) => <Ltr>{userName}</Ltr> },
  { id: 'realName', title: t('user.realName'), cell: ({ realName }) => <bdi>{realName}</bdi> },
  { id: 'orgName', title: t('user.organization'), cell: ({ orgName }) => <bdi>{orgName}</bdi> },
  {
    id: 'status',
    title: t('kit.status'),
    width: 110,
    cell: ({ status }) => <EnabledBadge status={status} />,
  },
]
