import type { FastifyInstance } from 'fastify'

/**
 * What the frame of a provider's map may load: what its providers name for their maps, Google's and
 * AMap's. `sandbox` holds also where somebody opens the address himself: it never has this origin.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' https://*.googleapis.com https://*.gstatic.com https://*.amap.com 'unsafe-eval' blob:",
  "style-src 'unsafe-inline' https://fonts.googleapis.com https://*.amap.com",
  'img-src https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com https://*.amap.com https://*.autonavi.com https://*.is.autonavi.com data: blob:',
  'font-src https://fonts.gstatic.com data:',
  'connect-src https://*.googleapis.com https://*.google.com https://*.gstatic.com https://*.amap.com https://*.autonavi.com data: blob:',
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join(';')

/** The frame of a provider's map has a policy of its own, and no right to anything of the console. */
export function mountProviderMap(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply) => {
    const [path] = request.url.split('?')
    if (path === '/providerMap.html') {
      reply.header('content-security-policy', policy).header('x-frame-options', 'SAMEORIGIN')
    }
    // A frame without an origin is another site to its own script.
    if (path === '/providerMap.js') reply.header('cross-origin-resource-policy', 'cross-origin')
  })
}
