import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { size } from '../checks/size.mjs'
import { withTree } from './tree.mjs'

const chunk = (file, more = {}) => ({ file, ...more })
const lazy = (name, imports = []) => chunk(`${name}.js`, { name, imports })
const manifest = {
  'index.html': chunk('main.js', { isEntry: true, imports: ['_react.js'], css: ['main.css'] }),
  '_react.js': chunk('react.js'),
  '_table.js': chunk('table.js', { imports: ['_react.js'] }),
  '_signIn.js': lazy('signIn'),
  '_shell.js': lazy('shell'),
  '_deviceList.js': lazy('deviceList', ['_table.js']),
  'src/features/map/Map.tsx': lazy('map'),
}
const pages = {
  signIn: ['signIn'],
  deviceList: ['shell', 'deviceList'],
}
const dist = 'packages/console/dist'
/** Text that gzip cannot make smaller than the given kilobytes. */
const noise = (kilobytes) => randomBytes(kilobytes * 1000).toString('latin1')

function built(weights) {
  const names = ['boot', 'main', 'react', 'table', 'signIn', 'shell', 'deviceList', 'map']
  const files = names.map((name) => [`${dist}/${name}.js`, noise(weights[name] ?? 1)])
  return {
    'packages/console/index.html': '<html></html>',
    [`${dist}/index.html`]: '<script src="./boot.js"></script><script src="./main.js"></script>',
    [`${dist}/.vite/manifest.json`]: JSON.stringify(manifest),
    [`${dist}/main.css`]: noise(weights.css ?? 1),
    ...Object.fromEntries(files),
  }
}

const verdict = async (files) => {
  let found
  await withTree(files, async (root) => (found = await size(root, { pages })))
  return found
}

test('a light console passes, whatever other pages weigh', async () => {
  const { ok, details } = await verdict(built({ map: 900 }))
  assert.ok(ok, details)
})

const heavy = {
  boot: 'js until the sign-in form',
  react: 'js until the sign-in form',
  signIn: 'js until the sign-in form',
  css: 'css until',
}
for (const [part, says] of Object.entries(heavy)) {
  test(`a heavy ${part} is reported`, async () => {
    const { ok, details } = await verdict(built({ [part]: 160 }))
    assert.equal(ok, false)
    assert.match(details, new RegExp(`^${says}`))
  })
}

for (const part of ['shell', 'deviceList', 'table']) {
  test(`a heavy ${part} is reported for the device list only`, async () => {
    const { ok, details } = await verdict(built({ [part]: 280 }))
    assert.equal(ok, false)
    assert.match(details, /^js until the device list/)
  })
}

test('a part that the build does not know is reported', async () => {
  const { '_shell.js': _, ...rest } = manifest
  const files = { ...built({}), [`${dist}/.vite/manifest.json`]: JSON.stringify(rest) }
  const { ok, details } = await verdict(files)
  assert.equal(ok, false)
  assert.match(details, /does not have: shell/)
})

test('a console without a page yet is skipped with a sentence', async () => {
  const { ok, says } = await verdict({})
  assert.ok(ok)
  assert.match(says, /^skipped/)
})
