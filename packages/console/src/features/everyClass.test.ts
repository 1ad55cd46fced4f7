// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?<!\.test)\.tsx?$/.test(name),
)

/** Classes that a file takes from its style sheets, and these do not have. */
function missingIn(name: string): string[] {
  const path = join(root, name)
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'/gm)].flatMap(
    ([, sheet = '', from = '']) => {
      const known = new Set(
        readFileSync(join(dirname(path), from), 'utf8').match(/(?<=\.)[A-Za-z][\w-]*/g),
      )
      const taken = text.matchAll(new RegExp(`className=\\{${sheet}\\.(\\w+)\\}`, 'g'))
      return [...taken].flatMap(([, one = '']) => (known.has(one) ? [] : [`${name}: ${one}`]))
    },
  )
}

it('takes no class that its style sheet does not have', () => {
  expect(files.flatMap(missingIn)).toEqual([])
})
