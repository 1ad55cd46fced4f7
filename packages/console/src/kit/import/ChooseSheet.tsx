import type { Import } from '@muster/contract'
import { type DragEvent, useRef, useState } from 'react'
import { CallError } from '../callError.ts'
import { download } from '../download/download.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { Button, Checkbox } from '../../ui/controls.ts'
import { ChoiceInput } from '../../ui/form/ChoiceInput.tsx'
import { EncodingChoice } from './EncodingChoice.tsx'
import classes from './import.module.css'
import type { ImportFlow } from './useImport.ts'

interface ChooseSheetProps {
  readonly of: Import
  readonly flow: ImportFlow
}

/** The first step: what shall be done, an empty sheet for it, and where the filled one is dropped. */
export function ChooseSheet({ of, flow }: ChooseSheetProps) {
  const { step, choices, choose } = flow
  const aims = useAims(of)
  const aim = aimOf(choices.aim in aims ? choices.aim : (Object.keys(aims)[0] ?? ''))
  return (
    <div className={classes.step}>
      {!of.isWithin && !of.open && (
        <ChoiceInput
          label={t('import.aim')}
          options={aims}
          value={aim}
          onChoose={(value) => choose({ aim: aimOf(value) })}
        />
      )}
      <EncodingChoice choices={choices} choose={choose} />
      {/* What its columns may be, the record says that the rows are of. */}
      {of.isWithin && of.open && (
        <Checkbox
          label={t('import.ignoreUndefined')}
          description={t('import.ignoreUndefinedHint')}
          checked={choices.ignoreUndefined === true}
          onChange={(event) => choose({ ignoreUndefined: event.currentTarget.checked })}
        />
      )}
      <DropZone take={(file) => void flow.send(file, aim)} />
      {step.at === 'choose' && step.problem && (
        <p role="alert" className={classes.problem}>
          {step.problem}
        </p>
      )}
      <div className={classes.templates}>
        <span>{t('import.template')}</span>
        <Button variant="subtle" size="xs" onClick={() => takeTemplate(of, 'xlsx')}>
          {t('transfer.xlsx')}
        </Button>
        <Button variant="subtle" size="xs" onClick={() => takeTemplate(of, 'csv')}>
          {t('transfer.csv')}
        </Button>
      </div>
      {of.open && <p className={classes.hint}>{t(of.open.hint)}</p>}
      {!of.isWithin && <p className={classes.hint}>{t('import.emptyCell')}</p>}
    </div>
  )
}

const aimOf = (value: string) => (value === 'existing' || value === 'both' ? value : 'new')

/** What this user may do with rows: an import is no way round the rights of the form. */
function useAims({ of: { add, update } }: Import): Readonly<Record<string, string>> {
  const mayAdd = useCan(add.permission)
  const mayEdit = useCan(update.permission)
  return {
    ...(mayAdd ? { new: t('import.aim.new') } : {}),
    ...(mayEdit ? { existing: t('import.aim.existing') } : {}),
    ...(mayAdd && mayEdit ? { both: t('import.aim.both') } : {}),
  }
}

function takeTemplate({ calls }: Import, format: 'csv' | 'xlsx'): void {
  download(calls.template, { query: { format } }).catch((error: unknown) => {
    // The call has told the user; whatever else went wrong is a bug.
    if (!(error instanceof CallError)) throw error
  })
}

function DropZone({ take }: { readonly take: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) take(file)
  }
  return (
    // The button below does the same by keyboard.
    <div
      className={classes.drop}
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{t('import.drop')}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx"
        aria-label={t('import.choose')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file) take(file)
        }}
      />
      <Button onClick={() => input.current?.click()}>{t('import.choose')}</Button>
    </div>
  )
}
