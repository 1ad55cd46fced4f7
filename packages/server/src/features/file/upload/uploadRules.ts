import {
  megabyte,
  type ParameterKey,
  type UploadConfig,
  uploadConfig,
  type UploadType,
  uploadTypes,
} from '@muster/contract'
import type { Kysely } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { everyone } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { scannerVersion } from '../../../platform/clamd.ts'
import type { DB } from '../../../platform/schema.ts'
import { parameter, setParameter } from '../../system/parameter/index.ts'
import { readSetting, resetSetting, saveSetting } from '../../system/setting/index.ts'

/** What may be uploaded now. Sizes that are parameters are said there, and nowhere twice. */
export async function readUploadConfig(db: Kysely<DB>): Promise<UploadConfig> {
  return withParameters(db, await readSetting(db, uploadConfig))
}

async function withParameters(db: Kysely<DB>, config: UploadConfig): Promise<UploadConfig> {
  const [chunkMB, apkMaxMB, firmwareMaxMB] = [
    await parameter(db, 'upload.chunkMB'),
    await parameter(db, 'apk.maxMB'),
    await parameter(db, 'firmware.maxMB'),
  ]
  return { ...config, chunkMB, apkMaxMB, firmwareMaxMB }
}

/** What files of one type may be. */
export const ruleOf = (config: UploadConfig, type: UploadType) => ({
  type,
  extensions: config[`${type}Extensions` as const],
  maxBytes: config[`${type}MaxMB` as const] * megabyte,
  keepDays: config[`${type}KeepDays` as const],
})

/** What files of one type may end in now. */
export const extensionsFor = async (db: Kysely<DB>, type: UploadType): Promise<readonly string[]> =>
  ruleOf(await readUploadConfig(db), type).extensions

/** What files of each type may be. */
export async function readRules(db: Kysely<DB>) {
  const config = await readUploadConfig(db)
  return uploadTypes.map((type) => ruleOf(config, type))
}

export const uploadConfigRoutes = serve(uploadConfig, everyone, {
  get: (_, { db }) => readUploadConfig(db),
  scanner: (_, ctx) => scannerState(ctx),
  save: async ({ body }, ctx) => {
    await requireScannerFor(ctx, body)
    const saved = await saveSetting(ctx, uploadConfig, body)
    await steer(ctx, saved)
    return withParameters(ctx.db, saved)
  },
  reset: async (_, ctx) => {
    const saved = await resetSetting(ctx, uploadConfig)
    await steer(ctx, saved)
    return withParameters(ctx.db, saved)
  },
})

/** Nobody turns on a search that this installation cannot do: its files would wait for ever. */
async function requireScannerFor({ db, platform }: Context, body: UploadConfig): Promise<void> {
  if (platform.env.clamdUrl !== null) return
  const before = await readSetting(db, uploadConfig)
  const isNew = (type: UploadType) => body[`${type}Scan`] && !before[`${type}Scan`]
  const type = uploadTypes.find(isNew)
  if (type) throw fieldRefusal(`${type}Scan`, 'upload.noScanner')
}

async function scannerState({ platform: { env } }: Context) {
  if (env.clamdUrl === null) return { state: 'NONE' as const, version: null }
  return scannerVersion(env.clamdUrl).then(
    (version) => ({ state: 'READY' as const, version }),
    () => ({ state: 'AWAY' as const, version: null }),
  )
}

/** Writes the sizes that are parameters. */
async function steer(
  ctx: Context,
  { chunkMB, apkMaxMB, firmwareMaxMB }: UploadConfig,
): Promise<void> {
  const values: readonly [Extract<ParameterKey, 'upload.chunkMB' | `${string}.maxMB`>, number][] = [
    ['upload.chunkMB', chunkMB],
    ['apk.maxMB', apkMaxMB],
    ['firmware.maxMB', firmwareMaxMB],
  ]
  for (const [key, value] of values) await setParameter(ctx, key, value)
}
