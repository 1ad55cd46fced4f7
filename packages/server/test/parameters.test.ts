import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  keyKinds,
  organizationSettings,
  shippedParameters,
  unusedParameters,
  unusedSettings,
} from '@muster/contract'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../src', import.meta.url))

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

/** The server's sources without their tests and those that lie where a name begins so. */
const sourcesBut = (...folders: readonly string[]) =>
  names
    .filter((name) => !folders.some((one) => name.startsWith(one)))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

const sources = sourcesBut()

it('calls a parameter unused exactly where nothing reads it', () => {
  const keys = Object.keys(shippedParameters)
  const unread = keys.filter((key) => !sources.includes(`'${key}'`))
  expect([...unusedParameters].sort()).toEqual(unread.sort())
})

it('calls a setting of organisations unused exactly where only its own screen reads it', () => {
  const readers = sourcesBut('features/organization/config', 'features/demo', 'platform/schema')
  const unread = Object.keys(organizationSettings()).filter(
    (name) => !new RegExp(`\\b${name}\\b`).test(readers),
  )
  // What is read by its view (offline_limit) is read by SQL.
  const read = new Set(['offlineAlarmMinutes'])
  expect(readers).toContain('offline_limit')
  expect([...unusedSettings].sort()).toEqual(unread.filter((name) => !read.has(name)).sort())
})

it('knows no kind of key that nothing reads but its own screen', () => {
  const readers = names
    .filter((name) => !/^(features[/]organization[/]keys|platform[/]schema)/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((source) => /organization_key|organizationKey'/.test(source))
    .join('\n')
  expect(keyKinds.filter((kind) => !readers.includes(`'${kind}'`))).toEqual([])
})
