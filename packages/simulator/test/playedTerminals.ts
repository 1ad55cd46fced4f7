import type { DeviceEnvelope } from '@muster/contract'
import { afterEach, beforeEach } from 'vitest'
import * as z from 'zod/mini'
import { calm } from '../src/scenarios/calm.ts'
import type { Scenario } from '../src/scenarios/scenario.ts'
import type { TerminalOptions } from '../src/terminal/terminalOptions.ts'
import { VirtualTerminal } from '../src/terminal/VirtualTerminal.ts'
import { enrolmentKey, PlayedServer } from './playedServer.ts'

/** The serial number of terminals that are given no other. */
export const sn = 'SIM-00001'

/** Answers and comes back at once. */
export const quick: Scenario = {
  ...calm,
  answers: { ...calm.answers, acknowledge: [0, 5], run: [0, 10] },
  reboot: [0.05, 0.1],
  off: [0.3, 0.4],
  reconnect: [0, 0.05],
}

/** What a message says. */
export const said = ({ body }: DeviceEnvelope) => z.record(z.string(), z.unknown()).parse(body)

/** A played server for each test of a file, and terminals that are stopped with it. */
export function playedTerminals() {
  const terminals: VirtualTerminal[] = []
  const played = {
    server: undefined as unknown as PlayedServer,
    switchOn(change: Partial<TerminalOptions> = {}): VirtualTerminal {
      const terminal = new VirtualTerminal({
        identity: { sn, model: 'M1', vendor: 'V1' },
        mqtt: played.server.mqtt,
        token: enrolmentKey,
        scenario: quick,
        seed: '7',
        ...change,
      })
      terminals.push(terminal)
      terminal.start()
      return terminal
    },
    async online(change: Partial<TerminalOptions> = {}): Promise<VirtualTerminal> {
      const terminal = played.switchOn(change)
      await terminal.untilOnline()
      return terminal
    },
  }
  beforeEach(async () => {
    played.server = await PlayedServer.start()
  })
  afterEach(async () => {
    await Promise.all(terminals.splice(0).map((terminal) => terminal.stop()))
    await played.server.stop()
  })
  return played
}
