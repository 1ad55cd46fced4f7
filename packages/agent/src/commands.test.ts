import { expect, it } from 'vitest'
import { perform } from './commands.ts'
import type { Going, Tools } from './tools.ts'

it('refuses to tell of keys, and tells of nothing then', async () => {
  const told: string[] = []
  const given = {
    tools: { config: {}, tell: (kind: string) => void told.push(kind) } as unknown as Tools,
    going: {} as Going,
  }
  const args = { info: true, net: true, location: false, apps: true, keys: true }
  const ended = await perform({ cmd: 'SYNC', args }, undefined, given)
  expect([ended, told]).toEqual([{ state: 'REFUSED', code: 'C401' }, []])
  await perform({ cmd: 'SYNC', args: { ...args, keys: false } }, undefined, given)
  expect(told).toEqual(['info', 'net', 'apps'])
})
