import { classificationsPath, codes, type Filter } from '@muster/contract'
import { everyone } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { holding, recycleBin } from '../../../kit/recycleBin.ts'
import { Refusal } from '../../../kit/refusal.ts'

/** Labels, which all organisations share. */
export const labels = holding<{ rule: Filter | null }>()(
  recycleBin(classificationsPath, 'classification', everyone),
)

/** A label that people give; refuses one that a rule gives. */
export async function requireByHand(ctx: Context, id: string) {
  const label = await labels.find(ctx, id)
  if (label.rule !== null) throw new Refusal(codes.wrongState, 'classification.byRule')
  return label
}
