import { type Filter, longestFilterText } from '@muster/contract'
import { useState } from 'react'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import form from '../../../kit/form/form.module.css'
import { draftOf } from './draft.ts'
import { readDraft } from './faults.ts'
import classes from './filter.module.css'
import { FilterBuilder } from './FilterBuilder.tsx'
import { writeTree } from './listFilter.ts'
import { Preview } from './Preview.tsx'
import { useEstatePreview } from './usePreview.ts'

interface FilterDrawerProps {
  /** Opened with the filter in force. */
  readonly dialog: Dialog<Filter>
  readonly apply: (filter: Filter | null) => void
}

/** Beside a list: builds the filter that it is to be cut to. */
export function FilterDrawer({ dialog, apply }: FilterDrawerProps) {
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('group.filter.advanced')}
      place="side"
    >
      <Contents
        start={dialog.record}
        apply={(filter) => {
          apply(filter)
          dialog.close()
        }}
        cancel={dialog.close}
      />
    </DialogFrame>
  )
}

interface ContentsProps {
  readonly start: Filter | null
  readonly apply: (filter: Filter | null) => void
  readonly cancel: () => void
}

function Contents({ start, apply, cancel }: ContentsProps) {
  const [reading, setReading] = useState(() => readDraft(draftOf(start)))
  const [isAsked, setAsked] = useState(false)
  const preview = useEstatePreview(reading.filter)
  const isTooLong = writeTree(reading.filter).length > longestFilterText
  const take = () => {
    if (reading.faults.size > 0) setAsked(true)
    else if (!isTooLong) apply(reading.filter)
  }
  return (
    <div className={classes.drawer}>
      <FilterBuilder
        label={t('group.filter.advanced')}
        filter={start}
        onRead={setReading}
        isAsked={isAsked}
      />
      {isTooLong ? (
        <p role="alert" className={classes.fault}>
          {t('group.filter.tooLong')}
        </p>
      ) : (
        <Preview {...preview} />
      )}
      <div className={form.footer}>
        <CancelButton close={cancel} />
        <Button onClick={take}>{t('group.filter.apply')}</Button>
      </div>
    </div>
  )
}
