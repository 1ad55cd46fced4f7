import { SortHandle } from '../../../kit/sorting/SortHandle.tsx'
import { t } from '../../../platform/texts.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { placeOf, removed, stepped } from './edits.ts'
import classes from './filter.module.css'
import type { Builder } from './useBuilder.ts'

interface RowActsProps {
  readonly builder: Builder
  readonly id: string
  /** What the row is called: "condition 2". */
  readonly name: string
}

/** What can be done to a row of the builder: moved by hand, a step up or down, taken away. */
export function RowActs({ builder, id, name }: RowActsProps) {
  const { root } = builder
  const step = (by: -1 | 1, on: string) => {
    builder.edit(stepped(root, id, by))
    // It may have come into another group, and is drawn anew there.
    builder.focus(id, on)
  }
  const remove = () => {
    const next = neighbourOf(builder, id)
    builder.edit(removed(root, id))
    builder.focus(next.id, next.on)
  }
  return (
    <span className={classes.acts}>
      <SortHandle
        id={id}
        label={t('group.filter.drag', { name })}
        hint={t('group.filter.drag', { name })}
      />
      <IconButton
        icon="up"
        label={t('group.filter.up', { name })}
        data-focus="up"
        onClick={() => step(-1, 'up')}
      />
      <IconButton
        icon="down"
        label={t('group.filter.down', { name })}
        data-focus="down"
        onClick={() => step(1, 'down')}
      />
      <IconButton
        icon="trash"
        label={t('group.filter.remove', { name })}
        data-focus="remove"
        onClick={remove}
      />
    </span>
  )
}

/** Where the focus goes when a row is gone: to the one in its place, or to what adds another. */
function neighbourOf({ root }: Builder, id: string) {
  const place = placeOf(root, id)
  const next = place?.group.parts[place.at + 1] ?? place?.group.parts[place.at - 1]
  return next
    ? { id: next.id, on: 'remove' }
    : { id: place?.group.id ?? root.id, on: 'addCondition' }
}
