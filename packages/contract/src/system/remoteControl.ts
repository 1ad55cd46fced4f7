import * as z from 'zod/mini'
import { setting } from '../core/setting.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

/** Address of a WebSocket, or nothing. */
const relayAddress = () =>
  z.string().check(z.trim(), z.maxLength(512), z.regex(/^(?:wss?:\/\/[^\s/]\S*)?$/))

/** A STUN or TURN server, as browsers take it. */
const iceServer = once(() =>
  z.strictObject({
    url: z.string().check(z.trim(), z.maxLength(512), z.regex(/^(?:stuns?|turns?):[^\s/]\S*$/)),
    userName: z._default(z.string().check(z.trim(), z.maxLength(128)), ''),
    /** Write-only: read it is always null; saved as null, the known one of this address and user stays. */
    credential: secret(z._default(z.nullable(z.string().check(z.maxLength(256))), null)),
  }),
)
export type IceServer = z.output<ReturnType<typeof iceServer>>

/** How sessions of remote control reach a terminal, and what they may do. */
export const remoteControl = setting('/admin/remote/v1/rc/config', 'REMOTE_CONFIG', () =>
  z.object({
    relayUrl: z._default(relayAddress(), ''),
    iceServers: z._default(z.array(iceServer()).check(z.maxLength(10)), []),
    tokenMinutes: z._default(z.int().check(z.minimum(1), z.maximum(60)), 5),
    maxMinutes: z._default(z.int().check(z.minimum(5), z.maximum(240)), 60),
    /** Whether somebody at the terminal must agree. */
    needsConsent: z._default(z.boolean(), true),
    isRecorded: z._default(z.boolean(), false),
  }),
)
