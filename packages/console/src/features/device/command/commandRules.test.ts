import { commandNames, lifecycles } from '@muster/contract'
import { expect, it } from 'vitest'
import { whyNotActivate, whyNotCommand, whyNotRemove } from './commandRules.ts'

it.each([
  ['ACTIVE', commandNames],
  ['SUSPENDED', ['MESSAGE', 'UNLOCK', 'WIPE']],
  ['LOST', ['LOCATE', 'LOCK', 'WIPE']],
  ['STOCK', []],
] as const)('lets a terminal in %s be sent %j', (lifecycle, permitted) => {
  const possible = commandNames.filter(
    (cmd) => whyNotCommand({ lifecycle, status: 1 }, cmd) === null,
  )
  expect(possible).toEqual(permitted)
})

it('sends nothing to one that is disabled', () => {
  const disabled = { lifecycle: 'ACTIVE', status: 0 } as const
  const reasons = commandNames.map((cmd) => whyNotCommand(disabled, cmd))
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
