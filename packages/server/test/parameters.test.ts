import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shippedParameters, unusedParameters } from '@muster/contract'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../src', import.meta.url))

/** The server's sources without their tests. */
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')

it('calls a parameter unused exactly where nothing reads it', () => {
  const keys = Object.keys(shippedParameters)
  const unread = keys.filter((key) => !sources.includes(`'${key}'`))
  expect([...unusedParameters].sort()).toEqual(unread.sort())
})
