import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The steps that the design allows; 0 hides a word that is read aloud. */
const sizes = new Set(['0', '12px', '13px', '14px', '18px', '24px'])
const weights = new Set(['400', '500', '600', '650'])

/** Sizes of their own, each with its reason. */
const others: Readonly<Record<string, readonly string[]>> = {
  // Read from across a room.
  'features/stat/wall/wall.module.css': ['15px', '16px', '28px', '44px'],
  // The one figure that a tile is there for.
  'features/stat/workbench/workbench.module.css': ['36px'],
  'features/stat/workbench/tiles.module.css': ['36px'],
  // Words in a column 64 px wide.
  'shell/layout/layouts/ColumnLayout.module.css': ['10px', '11px'],
  // The number of a page that is nothing but this number.
  'shell/layout/StatusPage.module.css': ['72px'],
}

const declared = /font-(size|weight): ([\d.]+(?:px|rem)?);/g

it('every size and weight of type is a step of the scale', () => {
  const wrong = globSync('**/*.css', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(declared)].flatMap(([, what, value = '']) => {
      const isStep = what === 'size' ? sizes.has(value) : weights.has(value)
      return isStep || others[file]?.includes(value) ? [] : [`${file}: ${value}`]
    })
  })
  expect(wrong).toEqual([])
})
