import type { LinkPlatform } from '../linkPlatform.ts'
import { type Gateway, startEmbeddedGateway } from './gateway.ts'
import { startNatsGateway } from './natsGateway.ts'

/** Starts the link to terminals: by the embedded broker, or through the NATS of NATS_URL. */
export function startGateway(platform: LinkPlatform): Promise<Gateway> {
  const { nats } = platform.env
  return nats ? startNatsGateway(platform, nats) : startEmbeddedGateway(platform)
}
