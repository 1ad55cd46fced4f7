import { organizationDepth, type TextKey } from '@muster/contract'
import type { MoveFacts } from './move.queries.ts'

interface Sentence {
  readonly key: TextKey
  readonly params?: Readonly<Record<string, string | number>>
}

/** Why a move would be refused; the same rules refuse it when it is done. */
export function refusalsOf(facts: MoveFacts): readonly Sentence[] {
  const { above, height, isInside, isDisabled, isNameTaken, fullName, fullLimit } = facts
  if (isInside) return [{ key: 'rule.circle' }]
  const sentences: Sentence[] = []
  if (above + height > organizationDepth)
    sentences.push({ key: 'rule.tooDeep', params: { limit: organizationDepth } })
  if (isDisabled) sentences.push({ key: 'rule.disabledRecord' })
  if (isNameTaken) sentences.push({ key: 'organization.move.nameTaken' })
  if (fullName !== null && fullLimit !== null)
    sentences.push({ key: 'device.quotaReached', params: { name: fullName, limit: fullLimit } })
  return sentences
}
