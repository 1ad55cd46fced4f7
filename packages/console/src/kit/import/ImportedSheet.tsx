import type { AsyncTask, ImportResult } from '@muster/contract'
import { t } from '../../platform/texts.ts'
import { TaskState } from '../task/taskTexts.tsx'
import { FaultTable } from './FaultTable.tsx'
import { ImportCounts } from './ImportCounts.tsx'

interface ImportedSheetProps {
  readonly task: AsyncTask
  readonly result: ImportResult
}

/** What an import has done. */
export function ImportedSheet({ task, result }: ImportedSheetProps) {
  return (
    <>
      <p role="status">
        {t('import.done')} <TaskState task={task} />
      </p>
      <ImportCounts result={result} />
      <FaultTable result={result} />
    </>
  )
}
