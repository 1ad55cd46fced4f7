import { parameters, type ReplyOf, server, type TextKey } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'
import { formatBytes, formatNumber } from '../../../platform/format.ts'
import { nameText, t } from '../../../platform/texts.ts'
import { type PlainColumn, ColumnTable } from './ColumnTable.tsx'
import classes from './server.module.css'

type Storage = ReplyOf<typeof server.storage>
type Counted = Storage['tables'][number]
type Kept = Storage['retention'][number]

/** What takes how much room, and how long it is kept. */
export function StorageView() {
  const { active } = usePage()
  const isAllowed = useCan(server.storage.permission)
  const read = useQuery({ ...query(server.storage, {}), enabled: isAllowed, subscribed: active })
  return (
    <Loaded query={read} permission={server.storage.permission}>
      {({ databaseBytes, tables, files, retention }) => (
        <div className={classes.parts}>
          <Part title="platform.largest">
            <p>
              {t('platform.database')}: <strong>{formatBytes(databaseBytes)}</strong>
            </p>
            <ColumnTable
              label={t('platform.largest')}
              columns={tableColumns}
              rows={tables}
              keyOf={({ name }) => name}
            />
          </Part>
          <Part title="platform.files">
            <ColumnTable
              label={t('platform.files')}
              columns={fileColumns}
              rows={files}
              keyOf={({ name }) => name}
            />
          </Part>
          <Part title="platform.retention">
            <ColumnTable
              label={t('platform.retention')}
              columns={retentionColumns}
              rows={retention}
              keyOf={({ key }) => key}
            />
          </Part>
        </div>
      )}
    </Loaded>
  )
}

interface PartProps {
  readonly title: TextKey
  readonly children: ReactNode
}

function Part({ title, children }: PartProps) {
  return (
    <div>
      <h2>{t(title)}</h2>
      {children}
    </div>
  )
}

const size: PlainColumn<Counted> = {
  title: 'platform.size',
  render: ({ bytes }) => formatBytes(bytes),
}

const tableColumns: readonly PlainColumn<Counted>[] = [
  { title: 'platform.table', render: ({ name }) => <Ltr>{name}</Ltr> },
  size,
  { title: 'platform.rows', render: ({ rows }) => formatNumber(rows) },
]

const fileColumns: readonly PlainColumn<Counted>[] = [
  { title: 'platform.files', render: ({ name }) => nameText(`platform.files.${name}`) },
  size,
  { title: 'platform.count', render: ({ rows }) => formatNumber(rows) },
]

const retentionColumns: readonly PlainColumn<Kept>[] = [
  { title: 'platform.parameter', render: ({ key }) => <ParameterLink name={key} /> },
  { title: 'platform.value', render: ({ value }) => formatNumber(value) },
]

/** Where a parameter is changed, for those who have that page. */
function ParameterLink({ name }: { readonly name: string }) {
  if (!useCan(parameters.page.permission)) return <Ltr>{name}</Ltr>
  const href = `#${addressText({ path: '/system/parameter', query: { keyword: name } })}`
  return (
    <a className={classes.link} href={href}>
      <Ltr>{name}</Ltr>
    </a>
  )
}
