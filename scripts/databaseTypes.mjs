// Writes packages/server/src/platform/schema.ts from a migrated database.
// Usage: node scripts/databaseTypes.mjs <database url> [--verify]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const [url, ...rest] = process.argv.slice(2)
const root = fileURLToPath(new URL('..', import.meta.url))
const types = {
  timestamptz: 'string',
  date: 'string',
  int8: 'number',
  ltree: 'string',
  numeric: 'number',
}
const { status } = spawnSync(
  process.execPath,
  [
    `${root}/node_modules/kysely-codegen/dist/cli/bin.js`,
    '--dialect',
    'postgres',
    '--url',
    url,
    '--camel-case',
    '--type-only-imports',
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--exclude-pattern',
    'public.schema_migration',
    '--type-mapping',
    JSON.stringify(types),
    '--out-file',
    `${root}/packages/server/src/platform/schema.ts`,
    ...rest,
  ],
  { stdio: 'inherit' },
)
process.exitCode = status ?? 1
