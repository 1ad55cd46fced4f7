import { beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../../test/show.tsx'
import { commandsOf } from './commands.ts'

beforeEach(prepareBrowser)

it('gives each command an icon of its own', () => {
  const icons = commandsOf([]).map(({ icon }) => icon)
  expect(new Set(icons).size).toBe(icons.length)
})
