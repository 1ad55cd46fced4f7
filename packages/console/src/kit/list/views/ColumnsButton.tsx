import { lazyDialog } from '../../../platform/lazyPart.tsx'
import type { SlotProps } from '../slotProps.ts'
import { useDialog } from '../../dialog/useDialog.ts'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import classes from '../list.module.css'

const ColumnsDialog = lazyDialog(() =>
  import('./ColumnsDialog.tsx').then((file) => file.ColumnsDialog),
)

/** Opens the dialog that says how the columns stand. */
export function ColumnsButton({ list, columns }: SlotProps) {
  const dialog = useDialog()
  if (columns.length === 0) return null
  return (
    <>
      <button
        type="button"
        className={classes.columnsButton}
        data-columns=""
        aria-label={t('list.columns')}
        title={t('list.columns')}
        onClick={() => dialog.open()}
      >
        <Icon name="columns" />
      </button>
      <ColumnsDialog dialog={dialog} place={list.place} columns={columns} />
    </>
  )
}
