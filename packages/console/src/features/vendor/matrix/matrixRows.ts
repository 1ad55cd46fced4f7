import { vendorFeatures } from '@muster/contract'
import type { LifeCalls } from '../../../kit/batch/recordCalls.ts'
import { confirmRows } from './confirmMatrix.ts'

const agrees: LifeCalls['remove']['agrees'] = async (kind, what) => {
  const holds = kind === 'revert' || kind === 'enable'
  if (kind === 'destroy') return true
  if ('id' in what) return confirmRows([what.id], holds)
  // Of all that match the question of the list says how many rows they are.
  return 'ids' in what ? confirmRows(what.ids, holds) : true
}

/** The rows of matrices, with the question of how many terminals a change turns. */
export const matrixRows = { ...vendorFeatures, remove: { ...vendorFeatures.remove, agrees } }
