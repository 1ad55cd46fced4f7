import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { addedLines, blocksOf, copyTree, write } from './recipe.ts'
import { createTestDatabase } from './testDatabase.ts'

// Whole test runs and compilers: far beyond what they take, as everywhere.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 })

const root = fileURLToPath(new URL('../../..', import.meta.url))
const recipe = await readFile(join(root, 'docs/recipes/add-an-entity.md'), 'utf8')
const blocks = blocksOf(recipe)

const isSource = (path: string) => !/\/migrations\/|\/texts\/|\/test\/|\.test\.tsx?$/.test(path)
const sources = blocks.filter(({ path, isDiff }) => isSource(path) && !isDiff)

/** What blocks of a section add to files that others share. */
const sharedIn = (section: RegExp) =>
  blocks.filter((block) => section.test(block.section)).flatMap(addedLines)

describe('an entity with list, form, bin, import and export', () => {
  it('costs no more than 110 lines in three files', () => {
    expect(sources).toHaveLength(3)
    expect(sources.flatMap(({ lines }) => lines).length).toBeLessThanOrEqual(110)
  })

  it('touches three shared lines, one a language, one of the tests and two for a new menu item', () => {
    expect(sharedIn(/three shared lines/)).toHaveLength(3)
    expect(sharedIn(/texts/)).toHaveLength(2)
    expect(sharedIn(/tests/)).toHaveLength(1)
    expect(sharedIn(/menu/)).toHaveLength(2)
    expect(blocks.flatMap(addedLines)).toHaveLength(8)
  })
})

describe('the recipe of an entity', () => {
  let copy: string

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'muster-recipe-'))
    await copyTree(root, copy)
    for (const block of blocks) await write(copy, block)
    await writeTypes(copy)
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  it('leads to records that live their whole life', async () => {
    const written = ['courier.test.ts', 'test/texts.test.ts', 'test/acts.test.ts']
    const output = await run(copy, ['vitest/vitest.mjs', 'run', '--project=server', ...written])
    expect(output).toContain('courier.test.ts')
  })

  it('leads to a list that shows them', async () => {
    const words = ['run', '--project=console', 'CourierList.test.tsx']
    expect(await run(copy, ['vitest/vitest.mjs', ...words])).toContain('CourierList.test.tsx')
  })

  it.each(['server', 'console'])('compiles in the %s, with the contract', async (name) => {
    const folder = join(copy, 'packages', name)
    await leaveOutScreens(copy)
    const files = blocks
      .filter(({ path }) => isCompiled(path) && path.startsWith(`packages/${name}/`))
      .map(({ path }) => join(copy, path))
    const config = { extends: './tsconfig.json', include: ['src/**/*.d.ts'], files }
    await writeFile(join(folder, 'tsconfig.recipe.json'), JSON.stringify(config))
    const words = [
      'typescript/bin/tsc',
      '--checkers',
      '1',
      '-p',
      join(folder, 'tsconfig.recipe.json'),
    ]
    expect(await run(copy, words)).toBe('')
  })
})

/** Tests, and the list of modules, would bring the whole server along: that they run is enough. */
const isCompiled = (path: string) =>
  /\.tsx?$/.test(path) && !/\/test\/|\.test\.|modules\.ts$/.test(path)

const otherScreen = /import\('\.\/(?!courier\/)[^']+'\)\.then\(\s*\(file\) => file\.\w+/g

/** The list of screens would bring the whole console along: all of them become ours. */
async function leaveOutScreens(copy: string): Promise<void> {
  const file = join(copy, 'packages/console/src/features/index.ts')
  const ours = `import('./courier/CourierList.tsx').then((file) => file.CourierList`
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(otherScreen, ours))
}

/** The types of a database that knows the new table. */
async function writeTypes(copy: string): Promise<void> {
  const database = await createTestDatabase()
  try {
    const client = new Client(database.url)
    await client.connect()
    for (const { path, lines } of blocks)
      if (path.includes('/migrations/')) await client.query(lines.join('\n'))
    await client.end()
    await run(copy, ['../scripts/databaseTypes.mjs', database.url])
  } finally {
    await database.drop()
  }
}

/** Runs a program of an installed package in the copy; what it says where it fails. */
async function run(copy: string, [program = '', ...words]: readonly string[]): Promise<string> {
  const { url, ownerUrl } = inject('testServer')
  const database = { MUSTER_TEST_DATABASE_URL: url, MUSTER_TEST_OWNER_URL: ownerUrl }
  const options = { cwd: copy, env: { ...process.env, ...database, NO_COLOR: '1' } }
  const path = join(copy, 'node_modules', program)
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [path, ...words], options)
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} failed:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error })
  }
}
