import type { ImportResult } from '@muster/contract'
import { t } from '../../platform/texts.ts'
import { ChoiceInput } from '../../ui/form/ChoiceInput.tsx'
import { FaultTable } from './FaultTable.tsx'
import { ImportCounts } from './ImportCounts.tsx'
import type { ImportFlow } from './useImport.ts'

interface CheckedSheetProps {
  readonly flow: ImportFlow
  readonly result: ImportResult
}

/** What an import would do; with bad rows the person says what becomes of the good ones. */
export function CheckedSheet({ flow, result }: CheckedSheetProps) {
  const { choices, choose } = flow
  const isGood = result.refused === 0
  return (
    <>
      <p role="status">{t(isGood ? 'import.good' : 'import.hasFaults')}</p>
      <ImportCounts result={result} />
      <FaultTable result={result} />
      {!isGood && (
        <ChoiceInput
          label={t('import.onFault')}
          options={{ stop: t('import.onFault.stop'), skip: t('import.onFault.skip') }}
          value={choices.onFault}
          onChoose={(value) => choose({ onFault: value === 'skip' ? 'skip' : 'stop' })}
        />
      )}
    </>
  )
}
