import { useQueryClient } from '@tanstack/react-query'
import { Toggle } from '../../ui/table/cells.tsx'
import type { Row } from '../list/listed.ts'
import type { LifeCalls } from '../list/recordCalls.ts'
import { isBelow, sharedPath } from '../list/sharedPath.ts'
import { useBatch } from '../list/useBatch.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { nameOf } from './DataTable.tsx'
import { EnabledBadge } from './values.tsx'

interface StatusRow extends Row {
  readonly status: 0 | 1
}

interface StatusSwitchProps {
  readonly of: LifeCalls
  readonly row: StatusRow
}

/** Switches a record on and off at once; a refusal puts it back. */
export function StatusSwitch({ of, row }: StatusSwitchProps) {
  const batch = useBatch(of)
  const patch = useStatusPatch(sharedPath(of))
  if (!useCan(of.setStatus.permission)) return <EnabledBadge status={row.status} />
  const turn = async () => {
    const status = row.status === 1 ? 0 : 1
    patch(row.id, status)
    const done = await batch(status === 1 ? 'enable' : 'disable', { id: row.id })
    if (!done) patch(row.id, row.status)
  }
  return (
    <Toggle
      label={t('kit.statusOf', { name: nameOf(row) })}
      isOn={row.status === 1}
      onTurn={() => void turn()}
    />
  )
}

/** Writes a status into the pages on screen, ahead of the server's answer. */
function useStatusPatch(path: string) {
  const queries = useQueryClient()
  return (id: string, status: 0 | 1) => {
    const filters = {
      predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
        isBelow(queryKey, path),
    }
    queries.setQueriesData(filters, (page: unknown) => {
      if (!isPage(page)) return page
      return { ...page, list: page.list.map((row) => (row.id === id ? { ...row, status } : row)) }
    })
  }
}

function isPage(value: unknown): value is { readonly list: readonly Row[] } {
  return typeof value === 'object' && value !== null && 'list' in value && Array.isArray(value.list)
}
