import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const configs = ['.oxlintrc.json', '.dependency-cruiser.mjs', 'biome.json', 'knip.json']

const tsconfig = JSON.stringify({
  compilerOptions: {
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'preserve',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: [],
    lib: ['es2024', 'dom'],
  },
})

/** What every planted tree holds: enough of the repository's shape for each tool to do its work. */
const shape = {
  '.gitignore': 'node_modules\ntools\n',
  'package.json': JSON.stringify({ name: 'planted', private: true, workspaces: ['packages/*'] }),
  ...Object.assign({}, ...['contract', 'server', 'console', 'simulator'].map(packageShape)),
  'packages/contract/src/index.ts': 'export const area = 1\n',
}

function packageShape(name) {
  const manifest = {
    name: `@muster/${name}`,
    private: true,
    type: 'module',
    exports: { '.': './src/index.ts' },
    dependencies: { '@muster/contract': '1.0.0', '@mantine/core': '1.0.0', pg: '1.0.0' },
  }
  return {
    [`packages/${name}/package.json`]: JSON.stringify(manifest),
    [`packages/${name}/tsconfig.json`]: tsconfig,
  }
}

/**
 * Calls `body` with a throw-away repository of the given files under the real configuration.
 * A file given as null is left out of the usual shape.
 */
export async function withTree(files, body) {
  const tree = mkdtempSync(join(tmpdir(), 'muster-planted-'))
  try {
    execFileSync('git', ['init', '--quiet'], { cwd: tree })
    for (const config of configs) cpSync(join(root, config), join(tree, config))
    symlinkSync(join(root, 'tools'), join(tree, 'tools'))
    mkdirSync(join(tree, 'node_modules/@muster'), { recursive: true })
    symlinkSync(join(root, 'node_modules/.bin'), join(tree, 'node_modules/.bin'))
    for (const library of ['@mantine/core', 'pg', 'react-router', 'vitest']) {
      write(tree, `node_modules/${library}/package.json`, `{"name":"${library}","main":"index.js"}`)
      write(tree, `node_modules/${library}/index.js`, 'export const thing = 1\n')
    }
    symlinkSync('../../packages/contract', join(tree, 'node_modules/@muster/contract'))
    for (const [path, text] of Object.entries({ ...shape, ...files })) {
      if (text !== null) write(tree, path, text)
    }
    await body(tree)
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

function write(tree, path, text) {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

/** The lines of a complaint that name both the file and the rule. */
export function complaints(details, path, rule) {
  return details.split('\n').filter((line) => line.includes(path) && line.includes(rule))
}
