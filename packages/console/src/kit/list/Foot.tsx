import { useRef } from 'react'
import type { SlotProps } from './slotProps.ts'
import { t } from '../../platform/texts.ts'
import { SortChoice } from '../../ui/table/SortChoice.tsx'
import { AsOf } from './AsOf.tsx'
import classes from './list.module.css'
import { useFollowedLook } from './views/useListViews.ts'
import { useRowKeys } from './useRowKeys.ts'

/** Below the rows: when they were read, and their order where none has a head. Follows the keys, too. */
export function Foot({ list, columns }: SlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  useFollowedLook(list.place)
  useRowKeys(
    frame,
    list,
    columns.map(({ key }) => key),
  )
  return (
    <div ref={frame} className={classes.foot}>
      <AsOf list={list} />
      <SortChoice
        fields={columns
          .filter(({ sortable }) => sortable)
          .map(({ key, title }) => ({ field: key, title: t(title) }))}
        sort={list.state.sort}
        onSort={(sort) => list.change({ sort })}
        texts={{
          label: t('list.sortBy'),
          usual: t('list.sortUsual'),
          titleOf: (column, order) => t(orderTexts[order], { column }),
        }}
      />
    </div>
  )
}

const orderTexts = { asc: 'list.sortAscending', desc: 'list.sortDescending' } as const
