import type * as z from 'zod/mini'
import type { TextKey } from '../texts/index.ts'
import { formText, isTextKey } from './formText.ts'

/** A broken rule, ready to be put into words: `key` is a text key with `params` for its places. */
export interface RuleProblem {
  readonly field: string
  readonly key: TextKey
  readonly params: Readonly<Record<string, string | number>>
}

type Issue = z.core.$ZodIssue

/**
 * What a failed parse means, field by field (`a.b.0` for nested ones). Parse with `reportInput`: else
 * a value of another kind counts as missing.
 */
export function problemsOf(error: z.core.$ZodError): RuleProblem[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => problem([...issue.path, key], 'rule.unknown'))
    return [fromIssue(issue)]
  })
}

function fromIssue(issue: Issue): RuleProblem {
  switch (issue.code) {
    case 'too_small':
      return sizeProblem(issue, Number(issue.minimum), ['rule.tooShort', 'rule.tooSmall'])
    case 'too_big':
      return sizeProblem(issue, Number(issue.maximum), ['rule.tooLong', 'rule.tooBig'])
    case 'invalid_format':
      return problem(issue.path, formText(issue.format, issue.pattern) ?? 'rule.format')
    case 'invalid_value':
      return choiceProblem(issue)
    case 'invalid_union':
      return problem(issue.path, 'rule.choice')
    case 'invalid_type':
      return problem(issue.path, issue.input === undefined ? 'rule.required' : 'rule.type')
    case 'custom':
      return problem(issue.path, isTextKey(issue.message) ? issue.message : 'rule.type')
    default:
      return problem(issue.path, 'rule.type')
  }
}

/** More choices than these nobody reads in a sentence. */
const mostNamed = 24

function choiceProblem(issue: z.core.$ZodIssueInvalidValue): RuleProblem {
  const { path, values, input } = issue
  const isNothing = input === undefined || input === null || input === ''
  if (isNothing || values.length > mostNamed) return problem(path, 'rule.choice')
  return problem(path, 'rule.choiceOf', { choices: values.map(String).join(', ') })
}

function sizeProblem(
  issue: Issue & { origin: string },
  limit: number,
  [ofText, ofNumber]: readonly [TextKey, TextKey],
): RuleProblem {
  const isCounted = ['string', 'array', 'set'].includes(issue.origin)
  if (ofText === 'rule.tooShort' && isCounted && limit === 1)
    return problem(issue.path, 'rule.required')
  return problem(issue.path, isCounted ? ofText : ofNumber, { limit })
}

function problem(
  path: readonly PropertyKey[],
  key: TextKey,
  params: Record<string, string | number> = {},
): RuleProblem {
  return { field: path.map(String).join('.'), key, params }
}
