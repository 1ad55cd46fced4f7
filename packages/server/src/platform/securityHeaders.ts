import helmet from '@fastify/helmet'
import { session } from '@muster/contract'
import type { FastifyInstance } from 'fastify'

/** What a browser may do for this site beyond showing it: nothing but full screen and copying. */
const permissions = [
  'accelerometer=()',
  'camera=()',
  'clipboard-write=(self)',
  'display-capture=()',
  'fullscreen=(self)',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'usb=()',
].join(', ')

interface SecurityOptions {
  readonly secure: boolean
  /** Where the operator's own map comes from. */
  readonly mapOrigins?: readonly string[]
}

/** The headers by which browsers protect the console: content policy, isolation, permissions. */
export async function addSecurityHeaders(
  http: FastifyInstance,
  { secure, mapOrigins = [] }: SecurityOptions,
): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy(secure, mapOrigins) },
  })
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('permissions-policy', permissions)
    // Sign-out: what this browser cached of the site goes; its storage the console clears itself,
    // because language and theme stay.
    if (request.routeOptions.url === session.logout.path) reply.header('clear-site-data', '"cache"')
    done()
  })
}

function policy(secure: boolean, mapOrigins: readonly string[]): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...mapOrigins],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...mapOrigins],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // One policy names the service worker, the default one the map's worker; no markup is ever made of text.
    'trusted-types': ['muster', 'default'],
    ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
  }
}
