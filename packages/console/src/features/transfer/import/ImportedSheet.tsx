import type { AsyncTask, ImportResult } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { FaultTable } from './FaultTable.tsx'
import { ImportCounts } from './ImportCounts.tsx'
import classes from './import.module.css'
import { ResultButton } from './ResultButton.tsx'

interface ImportedSheetProps {
  readonly task: AsyncTask
  readonly result: ImportResult
}

/** What an import has done. */
export function ImportedSheet({ task, result }: ImportedSheetProps) {
  return (
    <>
      <p role="status">{t('import.done')}</p>
      <ImportCounts result={result} />
      <FaultTable result={result} />
      <div className={classes.decide}>
        <ResultButton task={task} />
      </div>
    </>
  )
}
