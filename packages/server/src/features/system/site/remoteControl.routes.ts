import { type IceServer, remoteControl } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { everyone } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { readSealedSetting, resetSetting, saveSealedSetting } from '../setting/index.ts'

/** How sessions of remote control reach a terminal. */
export const remoteControlRoutes = serve(remoteControl, everyone, {
  get: async (_, ctx) => hidden(await read(ctx)),
  save: async ({ body }, ctx) => {
    const known = await read(ctx)
    const iceServers = body.iceServers.map((server) => withCredential(server, known.iceServers))
    return hidden(await saveSealedSetting(ctx, remoteControl, { ...body, iceServers }))
  },
  reset: (_, ctx) => resetSetting(ctx, remoteControl),
})

const read = ({ db, platform: { secrets } }: Context) =>
  readSealedSetting({ db, secrets }, remoteControl)

/** Nobody reads a credential back; without a new one the known one of this address and user stays. */
function withCredential(server: IceServer, known: readonly IceServer[]): IceServer {
  if (server.credential !== null) return server
  const before = known.find(
    ({ url, userName }) => url === server.url && userName === server.userName,
  )
  return { ...server, credential: before?.credential ?? null }
}

const hidden = <T extends { readonly iceServers: IceServer[] }>(value: T): T => ({
  ...value,
  iceServers: value.iceServers.map((server) => ({ ...server, credential: null })),
})
