import { params } from '@muster/contract'
import { download } from '../../../kit/download/download.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'

interface FileButtonProps {
  /** Of the assignment. */
  readonly id: string
  readonly pid: string
  readonly label: string
}

/** Saves the file that the draft says for a parameter. */
export function FileButton({ id, pid, label }: FileButtonProps) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={t('param.downloadOf', { name: label })}
      onClick={() => void outcomeOf(download(params.file, { params: { id, pid }, query: {} }))}
    >
      {t('param.download')}
    </Button>
  )
}
