import { create } from 'zustand'
import { t } from '../../platform/texts.ts'

export interface Question {
  readonly title: string
  readonly text: string
  /** The button that agrees, named after what it does: "Delete", not "OK". */
  readonly agree: string
  readonly kind: 'ordinary' | 'dangerous'
  /** How many records it is about: the user types a large number before he may agree. */
  readonly count?: number
  /** Saves a list of what it is about, before anybody agrees. */
  readonly list?: { readonly label: string; readonly save: () => void }
}

/** A question on screen. */
export interface Asked extends Question {
  readonly answer: (agreed: boolean) => void
}

export const useQuestion = create<{ readonly asked: Asked | null }>()(() => ({ asked: null }))

/** Asks the user in a dialog and answers whether he agreed. */
export function confirm(question: Question): Promise<boolean> {
  useQuestion.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (agreed: boolean) => {
      useQuestion.setState({ asked: null })
      resolve(agreed)
    }
    useQuestion.setState({ asked: { ...question, answer } })
  })
}

/** Nobody acts on more records than these by a mere click: their number is typed. */
export const mostByClick = 100

/** {@link confirm} of something that is about many records; about few it is done without asking. */
export const confirmMany = async (question: Question & { readonly count: number }) =>
  question.count <= mostByClick || confirm(question)

/** Asks whether unsaved input may be lost. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: t('kit.discardTitle'),
    text: t('kit.discardText'),
    agree: t('kit.discard'),
    kind: 'dangerous',
  })
