import { successCodes } from '@muster/contract'
import { readAnswer } from './answers.ts'
import { noteCall, prefetchedCalls } from './prefetchedCalls.ts'

/** What the server said to calls that were made ahead, by their targets. */
let here: Map<string, unknown> | null = null

/**
 * Resolves when what was asked ahead for the page is here and read: a page that finds its answers is
 * drawn once, with its rows, in place of twice. What failed is left to whoever asks for it.
 */
export async function readAhead(): Promise<void> {
  // What comes after the page was drawn is nobody's: it would be old when somebody finds it.
  const answers = new Map<string, unknown>()
  here = answers
  await Promise.all(
    Object.entries(prefetchedCalls()).map(async ([target, answer]) => {
      const said = await answer?.then((response) => readAnswer(response.clone())).catch(() => null)
      if (said && successCodes.includes(said.code)) answers.set(target, said.data)
    }),
  )
}

/** The data of an answer that is here already. */
export function answerAhead(target: string): unknown {
  if (!here?.has(target)) return undefined
  noteCall(target)
  return here.get(target)
}

/** The page is drawn, or another user may be next: from now on the server is asked. */
export function forgetAhead(): void {
  here = null
}
