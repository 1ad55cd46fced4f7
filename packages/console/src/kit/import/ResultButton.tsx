import { type AsyncTask, fileTasks } from '@muster/contract'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { takeFile } from '../download/takeFile.ts'

/** Takes the sheet that says of each row what became of it. */
export function ResultButton({ task: { fileId } }: { readonly task: AsyncTask }) {
  const mayTake = useCan(fileTasks.download.permission)
  if (!fileId || !mayTake) return null
  return (
    <Button variant="default" onClick={() => takeFile(fileId)}>
      {t('import.resultSheet')}
    </Button>
  )
}
