import { join } from 'node:path'
import { treeFiles } from './files.mjs'
import { run, tool } from './run.mjs'

const config = join(import.meta.dirname, '../squawk.toml')

/** squawk over the migrations: locks, types and rewrites that hurt a live database. */
export async function sql(root) {
  const migrations = treeFiles(root).filter((path) => /\/migrations\/[^/]+\.sql$/.test(path))
  if (migrations.length === 0) return { ok: true, says: 'no migrations' }
  const command = [tool('squawk'), '--config', config, '--reporter', 'gcc', ...migrations]
  const { code, output, errors } = await run(root, command)
  return { ok: code === 0, says: `${migrations.length} migrations`, details: output + errors }
}
