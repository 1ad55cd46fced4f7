import type { Filter } from '@muster/contract'
import { useRef } from 'react'
import { useRowDrag } from '../../../kit/sorting/useRowDrag.ts'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { dropped } from './edits.ts'
import type { Reading } from './faults.ts'
import classes from './filter.module.css'
import { FilterWords } from './FilterWords.tsx'
import { GroupBox } from './GroupBox.tsx'
import { useBuilder } from './useBuilder.ts'
import { useFrameEvents } from './useFrameEvents.ts'

export interface FilterBuilderProps {
  readonly label: string
  /** What it begins with; from then on it keeps its own. */
  readonly filter: Filter | null
  readonly onRead: (reading: Reading) => void
  /** All that is missing is told, also in rows that nobody has left yet. */
  readonly isAsked?: boolean
}

/** Builds a filter of terminals: conditions, joined in groups that may nest. */
export function FilterBuilder({ label, filter, onRead, isAsked = false }: FilterBuilderProps) {
  const frame = useRef<HTMLDivElement>(null)
  const builder = useBuilder({ filter, tell: onRead, isAsked }, frame)
  useFrameEvents(frame, builder)
  const { root, reading } = builder
  const drag = useRowDrag((id, target) => builder.edit(dropped(root, id, target)), true)
  const tooLarge = reading.faults.get(root.id)
  return (
    <div ref={frame} className={classes.builder} role="group" aria-label={label}>
      <div className={classes.bar}>
        <p className={classes.words}>
          {reading.filter ? (
            <FilterWords filter={reading.filter} />
          ) : (
            t(reading.faults.size > 0 ? 'group.filter.incomplete' : 'group.filter.everyone')
          )}
        </p>
        <StepButton label={t('kit.undo')} icon="restore" step={builder.undo} />
        <StepButton label={t('group.filter.redo')} icon="refresh" step={builder.redo} />
      </div>
      {tooLarge && (
        <p role="alert" className={classes.fault}>
          {t(tooLarge)}
        </p>
      )}
      <div {...drag.handlers}>
        <GroupBox builder={builder} group={root} place="" target={drag.target} />
      </div>
    </div>
  )
}

interface StepButtonProps {
  readonly label: string
  readonly icon: 'restore' | 'refresh'
  readonly step: (() => void) | null
}

function StepButton({ label, icon, step }: StepButtonProps) {
  return (
    <button
      type="button"
      className={classes.act}
      // Not `disabled`: the focus would be lost at the end of the way.
      aria-disabled={step === null}
      onClick={() => step?.()}
    >
      <Icon name={icon} size={16} />
      {label}
    </button>
  )
}
