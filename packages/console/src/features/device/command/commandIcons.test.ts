import { expect, it } from 'vitest'
import { commandIcons } from './commandIcons.ts'

it('shows each command by an icon of its own, in a menu that has icons for its record, too', () => {
  const shown = [...Object.values(commandIcons), 'eye', 'check', 'close', 'edit', 'trash']
  expect(new Set(shown).size).toBe(shown.length)
})
