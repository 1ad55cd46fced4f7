import type { BatchInput } from '@muster/contract'
import { t } from '../../platform/texts.ts'
import { confirm, mostByClick, type Question } from '../dialog/confirm.ts'

/** How many records a batch is about. */
export function sizeOf(which: BatchInput): number {
  if ('matching' in which) return which.count
  return ('ids' in which ? which.ids : which.rows).length
}

interface ChosenQuestion extends Pick<Question, 'title'> {
  readonly kind?: Question['kind']
}

/**
 * Asks before something is done to the chosen records of a list, where it is about many or about
 * all that match, which is more than one has seen. Few that were chosen one by one are not asked
 * about.
 */
export async function confirmChosen(
  which: BatchInput,
  { title, kind = 'ordinary' }: ChosenQuestion,
): Promise<boolean> {
  const count = sizeOf(which)
  const isUnseen = 'matching' in which
  if (!isUnseen && count <= mostByClick) return true
  const text = t(isUnseen ? 'kit.batch.sure' : 'kit.batch.sureChosen', { count })
  return confirm({ title, text, agree: title, kind, count })
}
