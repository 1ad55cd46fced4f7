import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run, tool } from './run.mjs'

const folders = ['packages', 'e2e', 'bench', 'scripts']

/**
 * dependency-cruiser with the import rules of .dependency-cruiser.mjs.
 * Without a TypeScript that has a JS API it sees no TypeScript at all and is content, hence the count.
 */
export async function imports(root) {
  const { output, errors } = await run(root, [
    tool('depcruise'),
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    ...folders.filter((folder) => existsSync(join(root, folder))),
  ])
  if (!output.startsWith('{')) return { ok: false, says: 'crashed', details: output + errors }
  const { modules, summary } = JSON.parse(output)
  const seen = modules.filter(({ source }) =>
    /^(packages|e2e|bench)\/.*\.tsx?$/.test(source),
  ).length
  const faults = summary.violations.map(describe)
  if (seen === 0) faults.push('It saw no TypeScript module: is TypeScript 6 in tools/ ?')
  return {
    ok: faults.length === 0,
    says: `${seen} modules, ${faults.length} faults`,
    details: faults.join('\n'),
  }
}

function describe({ rule, from, to, cycle }) {
  const way = cycle ? cycle.map(({ name }) => name).join(' -> ') : to
  return `${from}: ${rule.name} -> ${way}`
}
