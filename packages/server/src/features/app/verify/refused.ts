import type { PackageFault } from './fault.ts'
import type { ApkReport } from './report.ts'

/** What a report says beside its verdict. */
export type Known = Partial<Omit<ApkReport, 'verdict' | 'reason'>>

export const nothingKnown = {
  bytes: 0,
  sha256: '',
  facts: null,
  schemes: [],
  signers: [],
  lineage: [],
} satisfies Known

/** The report of a package that a rule forbids; `known` is what could be read before. */
export const refused = ({ key, params }: PackageFault, known: Known = {}): ApkReport => ({
  ...nothingKnown,
  ...known,
  verdict: 'REFUSED',
  reason: { key, params: { ...params } },
})
