import type { ListLook, TextKey } from '@muster/contract'
import { type DragEvent, useState } from 'react'
import type { Dialog } from '../../dialog/useDialog.ts'
import { isExtraHere, roomOf } from '../columns.tsx'
import { useWindowWide } from '../wideWindow.ts'
import type { SlotProps } from '../slotProps.ts'
import { DialogFrame } from '../../dialog/DialogFrame.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { inOrder, isShown } from '../../../ui/table/arranged.ts'
import { fitted } from '../../../ui/table/headWidth.ts'
import { type ListPlace, useTableLayout } from '../tableLayout.ts'
import { ColumnLine } from './ColumnLine.tsx'
import classes from '../list.module.css'
import { shippedLook } from './lookOf.ts'
import { useLookChange } from './useListViews.ts'

interface ColumnsDialogProps {
  readonly dialog: Dialog<unknown>
  readonly place: ListPlace
  readonly columns: SlotProps['columns']
}

const densities: Readonly<Record<ListLook['density'], TextKey>> = {
  compact: 'list.density.compact',
  normal: 'list.density.normal',
  comfortable: 'list.density.comfortable',
}

/** Which columns a list shows, in which order, how wide and how close; every change counts at once. */
export function ColumnsDialog({ dialog, place, columns }: ColumnsDialogProps) {
  const kept = useTableLayout(place)
  const change = useLookChange(place)
  const look = kept ?? shippedLook
  return (
    <DialogFrame looksOnly isOpen={dialog.isOpen} close={dialog.close} title={t('list.columns')}>
      <ChoiceInput
        label={t('list.density')}
        options={texts(densities)}
        value={look.density}
        onChoose={(density) => isDensity(density) && change({ ...look, density })}
      />
      <ColumnLines look={look} columns={columns} change={change} />
      <div className={classes.dialogFoot}>
        <Button variant="default" disabled={kept === null} onClick={() => change(null)}>
          {t('list.shipped')}
        </Button>
        <Button onClick={dialog.close}>{t('kit.close')}</Button>
      </div>
    </DialogFrame>
  )
}

const isDensity = (value: string | null): value is ListLook['density'] =>
  value !== null && value in densities

interface ColumnLinesProps {
  readonly look: ListLook
  readonly columns: SlotProps['columns']
  readonly change: (look: ListLook) => void
}

function ColumnLines({ look, columns, change }: ColumnLinesProps) {
  const [dragged, setDragged] = useState<string | null>(null)
  const isWide = useWindowWide()
  const all = inOrder(
    columns.map(({ key, title, sortable, isExtra, ...held }) => ({
      ...fitted({ id: key, title: t(title), sortable, ...roomOf(held) }),
      isExtra: isExtraHere({ isExtra }, isWide),
    })),
    look.order,
  )
  const seen = all.filter((column) => isShown(column, look))
  const ids = all.map(({ id }) => id)
  // The first one leads: it is not moved, and none is put before it.
  const put = (id: string, at: number) => {
    const others = ids.filter((one) => one !== id)
    change({ ...look, order: others.toSpliced(at, 0, id) })
  }
  const over = (event: DragEvent, at: number) => {
    if (dragged === null || at === 0) return
    event.preventDefault()
    if (ids[at] !== dragged) put(dragged, at)
  }
  return (
    <ol className={classes.columns}>
      {all.map(({ id, isExtra, title, width }, at) => (
        <ColumnLine
          key={id}
          id={id}
          isExtra={isExtra}
          title={title}
          width={look.widths[id] ?? width}
          look={look}
          change={change}
          isLast={at === 0 || at === all.length - 1}
          isFirst={at <= 1}
          isOnly={seen.length <= 1 && seen.some((one) => one.id === id)}
          move={(by) => put(id, at + by)}
          drag={{
            draggable: at > 0,
            onDragStart: () => setDragged(id),
            onDragOver: (event) => over(event, at),
            onDragEnd: () => setDragged(null),
          }}
        />
      ))}
    </ol>
  )
}
