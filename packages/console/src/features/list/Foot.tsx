import { useRef } from 'react'
import { lazyDialog } from '../../kit/parts/lazyPart.tsx'
import type { SlotProps } from '../../kit/parts/listSlots.ts'
import { useDialog } from '../../kit/list/useDialog.ts'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { AsOf } from './AsOf.tsx'
import classes from './list.module.css'
import { useFollowedLook } from './useListViews.ts'
import { useRowKeys } from './useRowKeys.ts'

const ColumnsDialog = lazyDialog(() =>
  import('./ColumnsDialog.tsx').then((file) => file.ColumnsDialog),
)

/** Below the rows: when they were read, and how their columns stand. */
export function Foot({ list, columns }: SlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const dialog = useDialog()
  useFollowedLook(list.place)
  useRowKeys(frame, list)
  return (
    <div ref={frame} className={classes.foot}>
      <AsOf list={list} />
      {list.place.key !== null && (
        <button
          type="button"
          className={classes.small}
          aria-label={t('list.columns')}
          title={t('list.columns')}
          onClick={() => dialog.open()}
        >
          <Icon name="columns" />
        </button>
      )}
      <ColumnsDialog dialog={dialog} place={list.place} columns={columns} />
    </div>
  )
}
