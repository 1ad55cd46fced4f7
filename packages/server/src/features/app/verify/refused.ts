import type { PackageFault } from './fault.ts'
import type { ApkReport } from './report.ts'

/** The report of a package that a rule forbids; `known` is what could be read before. */
export const refused = (
  { key, params }: PackageFault,
  known: Partial<Omit<ApkReport, 'verdict' | 'reason'>> = {},
): ApkReport => ({
  verdict: 'REFUSED',
  reason: { key, params: { ...params } },
  bytes: 0,
  sha256: '',
  facts: null,
  schemes: [],
  signers: [],
  lineage: [],
  ...known,
})
