import { codes, mapKeys, mapPermissions } from '@muster/contract'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { everyone } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { readSealedSetting, resetSetting, saveSealedSetting } from '../setting/index.ts'

/** Keys of the map services: they leave the server only for those who may see a map. */
export const mapKeyRoutes = serve(mapKeys, everyone, {
  get: (_, ctx) => readMapKeys(ctx),
  save: ({ body }, ctx) => saveSealedSetting(ctx, mapKeys, body),
  reset: (_, ctx) => resetSetting(ctx, mapKeys),
})

async function readMapKeys({ db, platform, principal }: Context) {
  const isEditor = mayCall(principal, mapKeys.save.permission)
  const may = (map: keyof typeof mapPermissions) =>
    isEditor || mapPermissions[map].some((permission) => mayCall(principal, permission))
  if (!may('global') && !may('china')) {
    const data = { permission: mapPermissions.global[0] }
    throw new Refusal(codes.forbidden, 'refusal.forbidden', { data })
  }
  const { secrets } = platform
  const { global, china, version } = await readSealedSetting({ db, secrets }, mapKeys)
  return { global: may('global') ? global : null, china: may('china') ? china : null, version }
}
