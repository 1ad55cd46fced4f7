import type { AsyncTask, ImportResult } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { FaultTable } from './FaultTable.tsx'
import { ImportCounts } from './ImportCounts.tsx'
import classes from './import.module.css'
import { ResultButton } from './ResultButton.tsx'
import type { ImportFlow } from './useImport.ts'

interface CheckedSheetProps {
  readonly flow: ImportFlow
  readonly task: AsyncTask
  readonly result: ImportResult
}

/** What an import would do; with bad rows the person says what becomes of the good ones. */
export function CheckedSheet({ flow, task, result }: CheckedSheetProps) {
  const { choices, choose } = flow
  const isGood = result.refused === 0
  const isEmpty = result.added + result.changed === 0
  const mayStart = task.state === 'SUCCESS' && !isEmpty && (isGood || choices.onFault === 'skip')
  return (
    <>
      <p role="status">{t(isGood ? 'import.good' : 'import.hasFaults')}</p>
      <ImportCounts result={result} />
      <FaultTable result={result} />
      <div className={classes.decide}>
        {!isGood && (
          <ChoiceInput
            label={t('import.onFault')}
            options={{ stop: t('import.onFault.stop'), skip: t('import.onFault.skip') }}
            value={choices.onFault}
            onChoose={(value) => choose({ onFault: value === 'skip' ? 'skip' : 'stop' })}
          />
        )}
        <ResultButton task={task} />
        <Button disabled={!mayStart} onClick={() => void flow.start('apply')}>
          {t('import.apply')}
        </Button>
      </div>
    </>
  )
}
