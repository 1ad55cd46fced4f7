import { create } from 'zustand'

/** A question that a line of text answers. */
export interface Prompt {
  readonly title: string
  readonly label: string
  /** What the whole answer must look like. */
  readonly pattern: RegExp
  /** What is said of an answer that does not. */
  readonly message: string
  readonly initial?: string
}

/** A prompt on screen. */
export interface AskedPrompt extends Prompt {
  readonly answer: (text: string | null) => void
}

export const usePrompt = create<{ readonly asked: AskedPrompt | null }>()(() => ({ asked: null }))

/** Asks the user for a line of text in a dialog; null: he gave up. */
export function prompt(question: Prompt): Promise<string | null> {
  usePrompt.getState().asked?.answer(null)
  return new Promise((resolve) => {
    const answer = (text: string | null) => {
      usePrompt.setState({ asked: null })
      resolve(text)
    }
    usePrompt.setState({ asked: { ...question, answer } })
  })
}
