import { create } from 'zustand'

type Waiting = (isProved: boolean) => void

/** Calls that wait for the user to prove once more that it is he. */
export const useStepUp = create<{ readonly waiting: readonly Waiting[] }>()(() => ({ waiting: [] }))

/** Asks the user for a proof; whatever asks meanwhile goes on with the same one. False: he gave up. */
export const proveOwner = () =>
  new Promise<boolean>((resolve) => {
    useStepUp.setState(({ waiting }) => ({ waiting: [...waiting, resolve] }))
  })

/** Tells the waiting calls how it ended. */
export function endStepUp(isProved: boolean): void {
  const { waiting } = useStepUp.getState()
  useStepUp.setState({ waiting: [] })
  for (const resolve of waiting) resolve(isProved)
}
