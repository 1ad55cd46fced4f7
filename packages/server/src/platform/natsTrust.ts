import type { NatsKeys } from './natsKeys.ts'

/** What each node of NATS includes to believe this installation; it holds no secret. */
export async function natsTrust(keys: NatsKeys): Promise<string> {
  return `# Written by npm run nats:setup. The same file on each node.
operator: ${await keys.operatorToken()}
system_account: ${keys.systemId}
resolver {
  type: full
  dir: "jwt"
  allow_delete: false
  interval: "2m"
}
resolver_preload {
  ${keys.systemId}: ${await keys.systemToken()}
  ${keys.terminalsId}: ${await keys.terminalsToken({})}
}
`
}
