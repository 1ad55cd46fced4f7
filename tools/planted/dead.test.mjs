import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dead } from '../checks/dead.mjs'
import { complaints, withTree } from './tree.mjs'

const manifest = (name, dependencies) =>
  JSON.stringify({ name: `@muster/${name}`, private: true, type: 'module', dependencies })

const sound = {
  'packages/server/package.json': manifest('server', { '@muster/contract': '1', pg: '1' }),
  'packages/server/src/bin/main.ts':
    "import { area } from '@muster/contract'\nimport { thing } from 'pg'\nimport { used } from '../kit/used.ts'\nconsole.log(area, thing, used)\n",
  'packages/server/src/kit/used.ts': 'export const used = 1\n',
  'packages/contract/package.json': JSON.stringify({
    name: '@muster/contract',
    type: 'module',
    exports: { '.': './src/index.ts' },
  }),
  'packages/console/package.json': manifest('console', {}),
  'packages/simulator/package.json': manifest('simulator', {}),
}

const planted = {
  'Unused files': { 'packages/server/src/kit/orphan.ts': 'export const orphan = 1\n' },
  'Unused exports': {
    'packages/server/src/kit/used.ts': 'export const used = 1\nexport const spare = 2\n',
  },
  'Unused exported types': {
    'packages/server/src/kit/used.ts': 'export const used = 1\nexport type Spare = 2\n',
  },
  'Unused dependencies': {
    'packages/console/package.json': manifest('console', { 'react-router': '1' }),
  },
  'Unlisted dependencies': {
    'packages/server/src/kit/used.ts':
      "import { thing } from 'react-router'\nexport const used = thing\n",
  },
}

test('a tree in which everything is used passes', () =>
  withTree(sound, async (root) => {
    const { ok, details } = await dead(root)
    assert.ok(ok, details)
  }))

for (const [sort, files] of Object.entries(planted)) {
  test(sort, () =>
    withTree({ ...sound, ...files }, async (root) => {
      const { ok, details } = await dead(root)
      assert.equal(ok, false)
      assert.match(details, new RegExp(`^${sort}`, 'm'))
      const [path] = Object.keys(files)
      assert.notEqual(complaints(details, path, '').length, 0, details)
    }),
  )
}

test('an export of the contract that no package uses', () =>
  withTree(
    {
      ...sound,
      'packages/contract/src/index.ts': 'export const area = 1\nexport const spare = 2\n',
    },
    async (root) => {
      const { ok, details } = await dead(root)
      assert.equal(ok, false)
      assert.match(details, /spare/)
    },
  ))
