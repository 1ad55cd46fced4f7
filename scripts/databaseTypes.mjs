// Writes packages/server/src/platform/schema.ts from a migrated database.
// Usage: node scripts/databaseTypes.mjs <database url> [--verify]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const [url, ...rest] = process.argv.slice(2)
const root = fileURLToPath(new URL('..', import.meta.url))
// Only statements of their own speak of these: every table more makes each query's types dearer to check,
// by its square, and beyond 316 the compiler gives up.
const unspoken = [
  'schema_migration',
  'accessory',
  'device_key',
  'device_key_report',
  'device_key_due',
  'model_key_due',
  'missing_key',
  'alarm_mail',
  'alarm_mute',
  'alarm_silenced',
  'app_use_*',
  'counted_package',
  'developer_download_follower',
  'developer_member',
  'developer_track_device',
  'device_group_exclusion',
  'device_group_failure',
  'device_knock',
  'device_security',
  'device_spread*',
  'device_version',
  'estate_*',
  'filter_*',
  'label_*',
  'location_*',
  'model_knock*',
  'login_{change,day,failure*,hour*}',
  'offline_*',
  'online_*',
  'param_failing',
  'param_format',
  'param_group_waiting',
  'param_set_left',
  'plan_stat*',
  'stat_*',
  'told_*',
  'vendor_signer_secret',
]
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
    `public.{${unspoken.join(',')}}`,
    '--type-mapping',
    JSON.stringify(types),
    '--out-file',
    `${root}/packages/server/src/platform/schema.ts`,
    ...rest,
  ],
  { stdio: 'inherit' },
)
process.exitCode = status ?? 1
