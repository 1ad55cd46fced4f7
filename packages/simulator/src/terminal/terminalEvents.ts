import type { Command, KnownCommand } from './commandHandler.ts'

/** What a terminal tells whoever looks on. */
export interface Events {
  /** The connection came or went. */
  changed: []
  command: [Command]
  effect: [KnownCommand]
}
