import type { AsyncTask, ImportResult, TextKey } from '@muster/contract'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import type { ImportFlow } from './useImport.ts'

const notUtf8: TextKey = 'import.notUtf8'

/** The server found letters that only a person can tell the encoding of. */
export const isForeign = ({ message }: AsyncTask): boolean => message === notUtf8

interface GoOnProps {
  readonly flow: ImportFlow
  readonly task: AsyncTask
  readonly result: ImportResult | undefined
}

/** Writes what a check found good; what could not be read it reads again, in the letters that were chosen. */
export function GoOn({ task, result, flow }: GoOnProps) {
  if (isForeign(task))
    return (
      <Button
        disabled={flow.choices.encoding === 'unicode'}
        onClick={() => void flow.start('check')}
      >
        {t('import.readAgain')}
      </Button>
    )
  const good = result ? goodOf(result) : 0
  const hasBad = result !== undefined && result.refused > 0 && good > 0
  return (
    <Button
      disabled={task.state !== 'SUCCESS' || good === 0}
      onClick={() => void flow.start('apply', { onFault: hasBad ? 'skip' : 'stop' })}
    >
      {hasBad ? t('import.applyGood', { count: good }) : t('import.apply')}
    </Button>
  )
}

const goodOf = ({ added, changed }: ImportResult): number => added + changed
