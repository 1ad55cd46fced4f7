import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LinkPlatform } from '../linkPlatform.ts'
import { clientIdOf } from '../topics.rules.ts'
import { openAdmission } from './admission.ts'
import { followedRules } from './linkSettings.ts'

/** Who calls, as proved; or why he is not believed: 401, or 503 for now. */
export type ProvedDevice =
  | { readonly deviceId: string; readonly sn: string }
  | { readonly status: 401 | 503 }

type Proof = (request: FastifyRequest, sn: string) => Promise<ProvedDevice>

/** One for all that terminals ask of a server over HTTP. */
const proofs = new WeakMap<FastifyInstance, Proof>()

/** Believes terminals that show a fresh proof of their secret as bearer, as the broker does. */
export function openDeviceProof(http: FastifyInstance, platform: LinkPlatform): Proof {
  const known = proofs.get(http)
  if (known) return known
  const opened = open(http, platform)
  proofs.set(http, opened)
  return opened
}

function open(http: FastifyInstance, platform: LinkPlatform): Proof {
  const admission = openAdmission(platform, followedRules(http, platform))
  http.addHook('onClose', () => admission.stop())
  return async (request, sn) => {
    const [, password = ''] = bearer.exec(request.headers.authorization ?? '') ?? []
    const attempt = { clientId: clientIdOf(sn), userName: sn, password, ip: request.ip }
    const answer = await admission.admit(attempt)
    if ('session' in answer && answer.session.kind === 'device') return answer.session
    return { status: 'refuse' in answer && answer.refuse === 'busy' ? 503 : 401 }
  }
}

export const bearer = /^Bearer ([\x21-\x7e]{1,512})$/
