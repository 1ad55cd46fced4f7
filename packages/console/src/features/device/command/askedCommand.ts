import type { AskedCommand } from '@muster/contract'
import { create } from 'zustand'

/** A command that was asked for elsewhere than on the terminal's page. */
interface Asked {
  readonly deviceId: string
  readonly cmd: AskedCommand
}

/**
 * The page of the terminal begins it when it is there. No part of the address: a link must not do
 * anything to a terminal.
 */
export const useAskedCommand = create<{ readonly asked: Asked | null }>()(() => ({ asked: null }))

/** Asks for a command; the terminal's page is opened by the caller. */
export const askCommand = (asked: Asked): void => useAskedCommand.setState({ asked })

/** Takes what was asked of a terminal, once; null where nothing was. */
export function takeAskedCommand(deviceId: string): AskedCommand | null {
  const { asked } = useAskedCommand.getState()
  if (asked?.deviceId !== deviceId) return null
  useAskedCommand.setState({ asked: null })
  return asked.cmd
}
