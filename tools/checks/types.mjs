import { join } from 'node:path'
import { treeFiles } from './files.mjs'
import { run } from './run.mjs'

const packages = [
  'packages/contract',
  'packages/server',
  'packages/terminal',
  'packages/simulator',
  'packages/agent',
  'packages/console',
  'e2e',
  'bench',
]

/** TypeScript 7 over each package that has sources. */
export async function types(root) {
  const files = treeFiles(root)
  const withSources = packages.filter((folder) =>
    files.some((path) => path.startsWith(`${folder}/`) && /\.tsx?$/.test(path)),
  )
  const failures = []
  for (const folder of withSources) {
    const { code, output, errors } = await run(root, [
      join(root, 'node_modules/.bin/tsc'),
      '-p',
      folder,
      // What has not changed since the last check is not looked at again.
      '--incremental',
      // Several checkers read the same deep types each for itself: more than twice the work.
      '--checkers',
      '1',
      '--tsBuildInfoFile',
      join(root, 'node_modules/.cache/muster/types', `${folder.replaceAll('/', '-')}.json`),
    ])
    if (code !== 0) failures.push(output + errors)
  }
  return {
    ok: failures.length === 0,
    says: `${withSources.length} packages`,
    details: failures.join('\n'),
  }
}
