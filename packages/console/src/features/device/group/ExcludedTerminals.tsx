import { type ExcludedTerminal, type GroupMember, groups } from '@muster/contract'
import { useState } from 'react'
import bin from '../../../kit/batch/bin.module.css'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { type List, localState, useRows } from '../../../kit/list/useList.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import page from '../../../kit/page/page.module.css'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { changed } from '../../../ui/table/listState.ts'
import classes from './group.module.css'
import { memberColumns } from './memberColumns.tsx'
import { NamedChosen } from './NamedChosen.tsx'
import { NameSerials } from './NameSerials.tsx'
import { useNamed } from './useNamed.ts'

const columns: Columns<ExcludedTerminal> = [
  ...memberColumns.filter(({ key }) => key !== 'since' && key !== 'presence'),
  {
    key: 'since',
    title: 'group.excludedSince',
    holds: 'moment',
    render: ({ since }) => <Time at={since} />,
  },
  { key: 'by', title: 'group.excludedBy', width: 120, render: ({ by }) => <Ltr>{by}</Ltr> },
]

/** Terminals that a dynamic group keeps out, whatever its filter finds. */
export function ExcludedTerminals({ groupId }: { readonly groupId: string }) {
  const [state, setState] = useState(localState)
  const list = useRows(
    groups.excluded,
    { fixed: { groupId } },
    { state, change: (change) => setState(changed(state, change)) },
  )
  const out = useKeepOut(groupId)
  const back = useNamed(groups, (send, sns) => send(groups.readmit, { body: { groupId, sns } }))
  return (
    <div className={`${page.screen} ${bin.inDialog}`} data-screen="">
      <p className={classes.muted}>{t('group.excludedHint')}</p>
      <Permitted to={groups.exclude.permission}>
        <NameSerials title="group.exclude" name={out.name} isBusy={out.isBusy} />
      </Permitted>
      <Filters list={list} keyword={['device.keyword']} fields={{}} />
      <ActionLine
        list={list}
        chosen={
          <NamedChosen
            list={list}
            code={groups.readmit.permission}
            title="group.readmit"
            done="group.readmitted"
            name={back.name}
          />
        }
      />
      <DataTable list={list} columns={columns} emptyText="group.noExcluded" />
    </div>
  )
}

const useKeepOut = (groupId: string) =>
  useNamed(groups, (send, sns) => send(groups.exclude, { body: { groupId, sns } }))

interface KeepOutProps {
  readonly list: List<GroupMember>
  readonly groupId: string
}

/** Keeps chosen members out from now on. */
export function KeepOut({ list, groupId }: KeepOutProps) {
  const { name } = useKeepOut(groupId)
  return (
    <NamedChosen
      list={list}
      code={groups.exclude.permission}
      title="group.exclude"
      done="group.excludedCount"
      name={name}
      isDangerous
    />
  )
}
