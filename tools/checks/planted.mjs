import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linesOf, treeFiles } from './files.mjs'
import { run } from './run.mjs'

const configs =
  /^(tools\/|scripts\/failedTests\.mjs|biome\.json|knip\.json|\.oxlintrc\.json|\.dependency-cruiser\.mjs)/

/** Proves that each rule still fails on a violation planted for it; again only when rules changed. */
export async function planted(root) {
  const parts = treeFiles(root).filter((path) => configs.test(path))
  const stamp = join(root, 'node_modules/.cache/muster/planted')
  const state = createHash('sha256')
  for (const path of parts) state.update(`${path}\n${linesOf(root, path).join('\n')}\n`)
  const wish = state.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wish) {
    return { ok: true, says: 'rules unchanged since they were last proved' }
  }
  const tests = parts.filter(
    (path) => path.startsWith('tools/planted/') && path.endsWith('.test.mjs'),
  )
  const command = [process.execPath, '--test', '--test-reporter=spec', ...tests]
  const { code, output, errors } = await run(root, command)
  const passed = Number(/^ℹ pass (\d+)$/m.exec(output)?.[1] ?? 0)
  const ok = code === 0 && passed > 0
  if (ok) {
    mkdirSync(join(root, 'node_modules/.cache/muster'), { recursive: true })
    writeFileSync(stamp, wish)
  }
  return {
    ok,
    says: `${passed} violations caught`,
    details: output.slice(output.indexOf('✖ failing tests:')) + errors,
  }
}
