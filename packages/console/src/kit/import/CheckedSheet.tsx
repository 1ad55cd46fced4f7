import type { ImportResult } from '@muster/contract'
import { t } from '../../platform/texts.ts'
import { FaultTable } from './FaultTable.tsx'
import { ImportCounts } from './ImportCounts.tsx'

/** What an import would do. */
export function CheckedSheet({ result }: { readonly result: ImportResult }) {
  return (
    <>
      <p role="status">{t(result.refused === 0 ? 'import.good' : 'import.hasFaults')}</p>
      <ImportCounts result={result} />
      <FaultTable result={result} />
    </>
  )
}
