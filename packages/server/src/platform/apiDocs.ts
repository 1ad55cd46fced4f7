import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** `GET /docs`: the API, readable and as OpenAPI (`/docs/json`). */
export async function mountApiDocs(http: FastifyInstance, document: object): Promise<void> {
  // The document is ours, made from the contract; the plugin's type names OpenAPI 3.0 only.
  await http.register(swagger, { mode: 'static', specification: { document } as never })
  await http.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // A closed network may serve plain HTTP.
    transformStaticCSP: (policy) => policy.replace('upgrade-insecure-requests;', ''),
    uiConfig: { tryItOutEnabled: false },
  })
}
