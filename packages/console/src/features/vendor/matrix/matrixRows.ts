import { vendorFeatures } from '@muster/contract'
import type { LifeCalls } from '../../../kit/batch/recordCalls.ts'
import { confirmMatching, confirmRows } from './confirmMatrix.ts'

const agrees: LifeCalls['remove']['agrees'] = async (kind, what) => {
  const holds = kind === 'revert' || kind === 'enable'
  if (kind === 'destroy') return true
  if ('id' in what) return confirmRows([what.id], holds)
  if ('ids' in what) return confirmRows(what.ids, holds)
  // What lies in the bin is no row of the list; what is taken back was shown before.
  return 'matching' in what && kind !== 'revert' ? confirmMatching(what.matching, holds) : true
}

/** The rows of matrices, with the question of how many terminals a change turns. */
export const matrixRows = { ...vendorFeatures, remove: { ...vendorFeatures.remove, agrees } }
