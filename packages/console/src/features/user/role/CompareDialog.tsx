import { type Role, roles } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { nameText, t } from '../../../platform/texts.ts'
import { Tag } from '../../../ui/table/cells.tsx'
import { differencesOf, grantedLeaves } from './marks.ts'
import { rightText } from './rightTexts.ts'
import classes from './role.module.css'
import { ScopeSummary } from './ScopeSummary.tsx'

/** What one role gives and another does not. */
export function CompareDialog({ dialog }: { readonly dialog: Dialog<Role> }) {
  const { record } = dialog
  return (
    <DialogFrame
      looksOnly
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('role.compareOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && <Compare key={record.id} role={record} />}
    </DialogFrame>
  )
}

function Compare({ role }: { readonly role: Role }) {
  const [otherId, setOtherId] = useState<string | null>(null)
  return (
    <div className={classes.part}>
      <RecordPicker
        of={roles}
        label={t('role.compareWith')}
        value={otherId}
        onChange={setOtherId}
        except={role.id}
      />
      {otherId && <Scopes id={role.id} otherId={otherId} name={role.name} />}
      {otherId && <Differences id={role.id} otherId={otherId} name={role.name} />}
    </div>
  )
}

interface Pair {
  readonly id: string
  readonly otherId: string
  readonly name: string
}

function Scopes({ id, otherId, name }: Pair) {
  const other = useQuery(query(roles.list, { query: { id: otherId } }))
  return (
    <table className={classes.compared}>
      <tbody>
        {[
          [id, name],
          [otherId, other.data?.[0]?.name ?? ''],
        ].map(([one = '', its]) => (
          <tr key={one}>
            <th scope="row">
              <bdi>{its}</bdi>
            </th>
            <td>
              <ScopeSummary roleId={one} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Differences({ id, otherId, name }: Pair) {
  const first = useQuery(query(roles.rights, { params: { id } }))
  const second = useQuery(query(roles.rights, { params: { id: otherId } }))
  const both = {
    ...second,
    data: first.data && second.data && ([first.data, second.data] as const),
  }
  return (
    <Loaded query={both} permission={roles.rights.permission}>
      {([own, others]) => {
        const found = differencesOf(own, grantedLeaves(others))
        if (found.length === 0) return <p>{t('role.same')}</p>
        return (
          <table className={classes.compared} aria-label={t('role.differences')}>
            <tbody>
              {found.map(({ node, under, isInFirst }) => (
                <tr key={node.id}>
                  <th scope="row">
                    <span className={classes.path}>{under.map(nameText).join(' / ')}</span>{' '}
                    {rightText(node)} <Ltr>{node.code}</Ltr>
                  </th>
                  <td>
                    <Tag tone={isInFirst ? 'good' : 'waiting'}>
                      {isInFirst ? t('role.onlyIn', { name }) : t('role.onlyInOther')}
                    </Tag>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }}
    </Loaded>
  )
}
