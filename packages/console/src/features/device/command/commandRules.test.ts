import { commandNames, lifecycles } from '@muster/contract'
import { expect, it } from 'vitest'
import { whyNotActivate, whyNotCommand, whyNotRemove } from './commandRules.ts'

it.each([
  ['ACTIVE', commandNames],
  ['SUSPENDED', ['MESSAGE', 'UNLOCK', 'WIPE']],
  ['REPAIR', ['REBOOT', 'SYNC', 'SELF_TEST', 'LOG_PULL', 'CERT_UPDATE', 'RKI', 'WIPE']],
  ['LOST', ['LOCATE', 'LOCK', 'WIPE']],
  ['STOCK', []],
] as const)('lets a terminal in %s be sent %j', (lifecycle, permitted) => {
  const possible = commandNames.filter(
    (cmd) => whyNotCommand({ lifecycle, status: 1 }, cmd, () => true) === null,
  )
  expect(possible).toEqual(permitted)
})

it('says to who is no depot that a terminal in repair is for depots', () => {
  const inRepair = { lifecycle: 'REPAIR', status: 1 } as const
  expect(whyNotCommand(inRepair, 'SYNC', () => false)).toBe('device.why.depotOnly')
  expect(whyNotCommand(inRepair, 'SHELL', () => false)).toBe('device.why.commandState')
})

it('sends nothing to one that is disabled', () => {
  const disabled = { lifecycle: 'ACTIVE', status: 0 } as const
  const reasons = commandNames.map((cmd) => whyNotCommand(disabled, cmd, () => true))
  expect(new Set(reasons)).toEqual(new Set(['device.why.disabled']))
})

it('lets only an assigned terminal be activated', () => {
  const possible = lifecycles.filter((lifecycle) => whyNotActivate({ lifecycle }) === null)
  expect(possible).toEqual(['ASSIGNED'])
})

it.each([
  ['NEVER', ['UNCLAIMED', 'STOCK', 'ASSIGNED', 'SCRAPPED']],
  ['OFFLINE', ['UNCLAIMED', 'STOCK', 'SCRAPPED']],
] as const)('lets a terminal of presence %s be removed in %j', (presence, states) => {
  const possible = lifecycles.filter((lifecycle) => whyNotRemove({ lifecycle, presence }) === null)
  expect(possible).toEqual(states)
})
