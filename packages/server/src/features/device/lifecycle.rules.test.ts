import { type CommandName, commandNames, lifecycles } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { permittedIn } from './lifecycle.rules.ts'

const commandsIn: Record<string, readonly CommandName[]> = {
  ACTIVE: commandNames,
  SUSPENDED: ['MESSAGE'],
  LOST: ['LOCATE'],
}

describe('a terminal', () => {
  it.each(lifecycles)('in %s gets only the commands of its state', (lifecycle) => {
    expect([...permittedIn(lifecycle).commands].sort()).toEqual(
      [...(commandsIn[lifecycle] ?? [])].sort(),
    )
  })

  it.each(['UNCLAIMED', 'REPLACED', 'SCRAPPED'])('in %s may not connect', (lifecycle) => {
    expect(permittedIn(lifecycle).connection).toBe(false)
  })

  it.each(['STOCK', 'ASSIGNED', 'ACTIVE', 'SUSPENDED', 'REPAIR', 'LOST'])(
    'in %s may connect and report',
    (lifecycle) => {
      expect(permittedIn(lifecycle)).toMatchObject({ connection: true, reports: true })
    },
  )

  it('in a state nobody knows may do nothing', () => {
    expect(permittedIn('NEW')).toEqual({ connection: false, reports: false, commands: [] })
  })
})
