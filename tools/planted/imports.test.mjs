import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imports } from '../checks/imports.mjs'
import { complaints, withTree } from './tree.mjs'

const server = 'packages/server/src'
const ui = 'packages/console/src'
const from = (path) => `import { thing } from '${path}'\nexport const used = thing\n`
const thing = 'export const thing = 1\n'

const sound = {
  [`${server}/platform/db.ts`]: thing,
  [`${server}/access/scope.ts`]: from('../platform/db.ts'),
  [`${server}/kit/refusal.ts`]: from('../access/scope.ts').replace('thing }', 'used as thing }'),
  [`${server}/features/area/index.ts`]: thing,
  [`${server}/features/area/area.rules.ts`]:
    "import { area } from '@muster/contract'\nimport type { used } from '../../kit/context.ts'\nimport { used as refusal } from '../../kit/refusal.ts'\nexport const rule = (fact: typeof used) => area + fact + refusal\n",
  [`${server}/kit/context.ts`]: from('../platform/db.ts'),
  [`${server}/features/plan/plan.routes.ts`]: from('../area/index.ts'),
  [`${server}/bin/main.ts`]: from('../features/area/index.ts'),
  [`${server}/features/plan/plan.test.ts`]: from('../../../test/harness.ts'),
  'packages/server/test/harness.ts': thing,
  [`${ui}/ui/Button.tsx`]: from('@mantine/core'),
  [`${ui}/kit/Screen.tsx`]: from('../ui/Button.tsx').replace('thing }', 'used as thing }'),
}

/** rule → a file that breaks it and the import with which it does. */
const planted = {
  'contract-imports-nothing-of-ours': ['packages/contract/src/core.ts', '../../simulator/src/x.ts'],
  'only-contract-crosses-packages': [`${ui}/kit/call.ts`, '../../../server/src/platform/db.ts'],
  'terminals-share-terminal': ['packages/simulator/src/y.ts', '../../server/src/platform/db.ts'],
  'tests-cross-to-contract-and-simulator': [
    `${server}/kit/serve.test.ts`,
    '../../../console/src/ui/Button.tsx',
  ],
  'src-never-imports-test': [`${server}/kit/serve.ts`, '../../test/harness.ts'],
  'platform-is-lowest': [`${server}/platform/http.ts`, '../kit/refusal.ts'],
  'access-is-below-kit': [`${server}/access/rights.ts`, '../kit/refusal.ts'],
  'kit-is-below-features': [`${server}/kit/lifecycle.ts`, '../features/area/index.ts'],
  'features-are-below-bin': [`${server}/features/area/up.ts`, '../../bin/main.ts'],
  'edge-knows-no-feature': [`${server}/edge/answer.ts`, '../features/area/index.ts'],
  'server-has-six-layers': [`${server}/bin/tool.ts`, '../helpers/deep.ts'],
  'feature-through-its-index': [`${server}/features/area/in.ts`, '../plan/plan.routes.ts'],
  'ui-is-lowest': [`${ui}/ui/Table.tsx`, '../kit/Screen.tsx'],
  'console-kit-is-below-features': [`${ui}/kit/List.tsx`, '../features/area/AreaList.tsx'],
  'features-are-below-shell': [`${ui}/features/area/AreaForm.tsx`, '../../shell/Shell.tsx'],
  'shell-is-below-main': [`${ui}/shell/Menu.tsx`, '../main.tsx'],
  'screen-through-its-index': [`${ui}/features/plan/Plan.tsx`, '../area/AreaList.tsx'],
  'only-ui-imports-mantine': [`${ui}/kit/Toolbar.tsx`, '@mantine/core'],
  'rules-import-no-node-module': [`${server}/features/plan/clock.rules.ts`, 'node:fs'],
  'rules-import-no-library': [`${server}/features/plan/sql.rules.ts`, 'pg'],
  'rules-import-rules-only': [`${server}/features/plan/io.rules.ts`, '../../platform/db.ts'],
  'no-circle': [`${server}/kit/a.ts`, './b.ts'],
  'no-unresolved-import': [`${server}/kit/lost.ts`, './nowhere.ts'],
  'declared-dependency': [`${server}/kit/stray.ts`, 'react-router'],
}

const targets = {
  [`${server}/helpers/deep.ts`]: thing,
  [`${ui}/features/area/AreaList.tsx`]: thing,
  [`${ui}/shell/Shell.tsx`]: thing,
  [`${ui}/main.tsx`]: thing,
  [`${server}/kit/b.ts`]: from('./a.ts'),
  'packages/simulator/src/x.ts': thing,
}

test('sound imports pass, and are seen', async () => {
  await withTree(sound, async (tree) => {
    const { ok, says, details } = await imports(tree)
    assert.ok(ok, details)
    assert.match(says, /^1[0-9] modules/)
  })
})

test('a tree in which it sees no module does not pass', async () => {
  await withTree({ 'packages/contract/src/index.ts': null }, async (tree) => {
    const { ok, details } = await imports(tree)
    assert.equal(ok, false)
    assert.match(details, /saw no TypeScript module/)
  })
})

test('each import rule reports its planted violation', async (t) => {
  const violations = Object.values(planted).map(([path, target]) => [path, from(target)])
  const tree = { ...sound, ...targets, ...Object.fromEntries(violations) }
  await withTree(tree, async (root) => {
    const { details } = await imports(root)
    for (const [rule, [path]] of Object.entries(planted)) {
      await t.test(rule, () => {
        assert.notEqual(complaints(details, path, `: ${rule} ->`).length, 0, details)
      })
    }
  })
})
