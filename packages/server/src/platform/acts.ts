import {
  type Act,
  actOf,
  type CalledAs,
  nounsOf,
  sentenceKeysOf,
  titleKeysOf,
} from '@muster/contract/acts'
import { firstKey, translate } from './texts.ts'

/** The words of an act's noun; an act of a group without records has none. */
function nounWords(language: string, act: Act): Readonly<Record<'one' | 'many', string>> {
  const { one, many } = nounsOf(act)
  return { one: translate(language, one), many: translate(language, many) }
}

const hasNoun = (language: string, act: Act): boolean =>
  firstKey(language, [nounsOf(act).one]) !== undefined

/**
 * What a call did, as a person would say it: "Changed vendor".
 * @param request what was sent: the same call may enable and disable
 */
export function sentenceOf(language: string, call: CalledAs, request: unknown = null): string {
  const act = actOf(call)
  const keys = act ? sentenceKeysOf(act, request) : []
  // A pattern needs a noun to fill in.
  const fit = act && !hasNoun(language, act) ? keys.filter((key) => !isPattern(key)) : keys
  const key = firstKey(language, fit) ?? (call.method === 'GET' ? 'act.read' : 'act.unknown')
  return translate(language, key, act && nounWords(language, act))
}

const isPattern = (key: string): boolean => key.startsWith('act.each.')

interface Asked {
  readonly call: CalledAs
  /** What was asked beside the records, such as the status that they shall have. */
  readonly request?: unknown
  readonly count: number
}

/** What a background task does and to how many: "Delete 120 terminals". */
export function taskTitle(language: string, { call, request, count }: Asked): string {
  const act = actOf(call)
  const key = act && firstKey(language, titleKeysOf(act, request))
  if (!act || !key) return sentenceOf(language, call, request)
  return translate(language, key, { ...nounWords(language, act), count })
}
