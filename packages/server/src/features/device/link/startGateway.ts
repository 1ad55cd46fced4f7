import type { LinkPlatform } from '../linkPlatform.ts'
import { type Gateway, startEmbeddedGateway } from './gateway.ts'
import { startRemoteGateway } from './remoteGateway.ts'

/** Starts the link to terminals: by the embedded broker, or through the one of MQTT_URL. */
export function startGateway(platform: LinkPlatform): Promise<Gateway> {
  const { mqttUrl } = platform.env
  return mqttUrl ? startRemoteGateway(platform, mqttUrl) : startEmbeddedGateway(platform)
}
