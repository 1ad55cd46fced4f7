/** The origin a page may be embedded from: https, or http where the operator listed the host. */
export function frameOrigin(url: string | null, plainHosts: readonly string[]): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { protocol, host, origin } = new URL(url)
  if (protocol === 'https:') return origin
  return protocol === 'http:' && plainHosts.includes(host) ? origin : null
}

interface Answer {
  readonly frameOptions: string | null
  readonly securityPolicy: string | null
}

/**
 * Whether a page that answers with these headers lets a site of this origin embed it. A site that
 * does not know its own origin believes a list of sites to name it.
 */
export function mayEmbed({ frameOptions, securityPolicy }: Answer, origin: string | null): boolean {
  const ancestors = /(?:^|;)\s*frame-ancestors\s+([^;]*)/i.exec(securityPolicy ?? '')?.[1]
  // Where both are there, browsers obey the policy alone.
  if (ancestors === undefined) return !/^\s*(deny|sameorigin)\s*$/i.test(frameOptions ?? '')
  const sources = ancestors.trim().split(/\s+/)
  if (origin === null) return sources.some((source) => !/^'(none|self)'$/i.test(source))
  return sources.some((source) => names(source, new URL(origin)))
}

function names(source: string, { protocol, hostname, host, origin }: URL): boolean {
  if ([protocol, origin, host, '*'].includes(source)) return true
  const below = /^(?:https?:\/\/)?\*(\..+)$/.exec(source)?.[1]
  return below !== undefined && hostname.endsWith(below)
}
