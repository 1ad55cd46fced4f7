import { codes } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { differenceOf } from './apk.rules.ts'
import { storedApks } from './apkBin.ts'

/** What a version has that another version of its application has not. */
export async function compare(ctx: Context, id: string, otherId: string) {
  const [now, before] = [await storedApks.find(ctx, id), await storedApks.find(ctx, otherId)]
  if (now.appId !== before.appId) throw new Refusal(codes.warning, 'apk.otherApp')
  return {
    version: now.versionName,
    otherVersion: before.versionName,
    permissions: differenceOf(now.permissions, before.permissions),
    features: differenceOf(now.features, before.features),
    abis: differenceOf(now.abis, before.abis),
    minSdk: [before.minSdk, now.minSdk],
    targetSdk: [before.targetSdk, now.targetSdk],
    bytes: [before.bytes ?? 0, now.bytes ?? 0],
    isSameSigner: now.signerSha256 === before.signerSha256,
  }
}
