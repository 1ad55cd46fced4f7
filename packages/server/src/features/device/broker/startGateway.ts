import type { LinkPlatform } from '../linkPlatform.ts'
import { type Gateway, startEmbeddedGateway } from './gateway.ts'

/** Starts the link to terminals: by the embedded broker, or through the NATS of NATS_URL. */
export async function startGateway(platform: LinkPlatform): Promise<Gateway> {
  const { nats } = platform.env
  if (!nats) return startEmbeddedGateway(platform)
  // Most installations need none of its clients.
  const { startNatsGateway } = await import('./natsGateway.ts')
  return startNatsGateway(platform, nats)
}
