import { codes, uploadConfig, type UploadType } from '@muster/contract'
import type { Readable } from 'node:stream'
import type { Platform } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ScannerFault, scannerVersion, scanStream } from '../../../platform/clamd.ts'
import { readSetting } from '../../system/setting/index.ts'

type Place = Pick<Platform, 'db' | 'env'>

/** Shows bytes to the virus scanner: the name of what it found, null when they are clean. */
export async function scanContent(
  { env }: Pick<Platform, 'env'>,
  content: Readable,
  signal?: AbortSignal,
): Promise<string | null> {
  if (env.clamdUrl === null) throw new ScannerFault('AWAY', 'CLAMD_URL is not set')
  return scanStream(env.clamdUrl, content, signal)
}

/** What the scanner says of itself; throws {@link ScannerFault} when it does not answer. */
export async function requireScanner({ env }: Pick<Platform, 'env'>): Promise<string> {
  if (env.clamdUrl === null) throw new ScannerFault('AWAY', 'CLAMD_URL is not set')
  return scannerVersion(env.clamdUrl)
}

/** Whether files of a type are to be searched for viruses. */
export async function isScanned({ db }: Pick<Platform, 'db'>, type: UploadType): Promise<boolean> {
  const config = await readSetting(db, uploadConfig)
  return config[`${type}Scan` as const]
}

/**
 * Refuses bytes that somebody waits for to be taken (a picture, a sheet) when the scanner finds
 * something in them, or cannot be asked: nothing passes that was not searched.
 */
export async function requireClean(
  place: Place,
  type: UploadType,
  open: () => Readable | Promise<Readable>,
): Promise<'CLEAN' | null> {
  if (!(await isScanned(place, type))) return null
  const signature = await scanContent(place, await open()).catch((error: unknown) => {
    if (error instanceof ScannerFault) throw new Refusal(codes.unavailable, 'upload.scannerAway')
    throw error
  })
  if (signature === null) return 'CLEAN'
  throw new Refusal(codes.badRequest, 'upload.infected', { params: { signature } })
}
