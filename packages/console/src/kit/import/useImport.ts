import type { Import, ImportWish } from '@muster/contract'
import { useState } from 'react'
import { CallError } from '../callError.ts'
import { sendSheet, startImport } from './sendSheet.ts'

type Step =
  | { readonly at: 'choose'; readonly problem?: string }
  | { readonly at: 'send'; readonly name: string }
  | {
      readonly at: 'task'
      readonly name: string
      readonly fileId: string
      readonly taskId: string
      readonly mode: ImportWish['mode']
    }

type Choices = Pick<ImportWish, 'aim' | 'onFault' | 'encoding' | 'ignoreUndefined'>

/** How far the import of a file is, and what moves it on. */
export interface ImportFlow {
  readonly step: Step
  readonly choices: Choices
  readonly choose: (choices: Partial<Choices>) => void
  /** Sends a file and has it checked. */
  readonly send: (file: File, aim: Choices['aim']) => Promise<void>
  /** Checks the file once more, or writes its rows. */
  readonly start: (mode: ImportWish['mode'], choices?: Partial<Choices>) => Promise<void>
  readonly startOver: () => void
}

/** The steps of an import: choose a file, have it checked, have it written; of parts, `within` a record. */
export function useImport(of: Import, within: string | undefined): ImportFlow {
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const [choices, setChoices] = useState<Choices>({
    aim: 'new',
    onFault: 'stop',
    encoding: 'unicode',
  })
  const begin = async (
    file: { name: string; fileId: string },
    wish: Omit<ImportWish, 'fileId'>,
  ) => {
    const taskId = await startImport(of, {
      fileId: file.fileId,
      ...wish,
      ...(within === undefined ? {} : { within }),
    })
    setStep({ at: 'task', ...file, taskId, mode: wish.mode })
  }
  return {
    step,
    choices,
    choose: (changed) => setChoices((before) => ({ ...before, ...changed })),
    startOver: () => setStep({ at: 'choose' }),
    async send(file, aim) {
      setChoices((before) => ({ ...before, aim }))
      setStep({ at: 'send', name: file.name })
      try {
        const sent = await sendSheet(file)
        if ('problem' in sent) setStep({ at: 'choose', problem: sent.problem })
        else
          await begin({ name: file.name, fileId: sent.fileId }, { ...choices, aim, mode: 'check' })
      } catch (error) {
        setStep({ at: 'choose' })
        // The call has told the user; whatever else went wrong is a bug.
        if (!(error instanceof CallError)) throw error
      }
    },
    async start(mode, changed) {
      if (step.at !== 'task') return
      const { name, fileId } = step
      await begin({ name, fileId }, { ...choices, ...changed, mode }).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
      })
    },
  }
}
