import { setImmediate as nextRound } from 'node:timers/promises'
import { type Call, codes, headers } from '@muster/contract'
import * as z from 'zod'
import type * as mini from 'zod/mini'
import type { Route } from '../kit/serve.ts'

type JsonObject = Record<string, unknown>

/** Signed calls carry these (docs/api.md). */
const signedHeaders = [headers.token, headers.timestamp, headers.clientId, headers.signature]

/**
 * The OpenAPI 3.1 document of everything that is served, from the contract's own schemas. Hundreds
 * of calls take most of a second: between two of them others have their turn.
 */
export async function openApiOf(routes: readonly Route[], version: string): Promise<JsonObject> {
  const paths: Record<string, JsonObject> = {}
  for (const route of routes) {
    const path = (paths[route.call.path] ??= {})
    path[route.call.method.toLowerCase()] = operationOf(route)
    await nextRound()
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Muster', version, description: 'Calls of the console and of API clients.' },
    paths,
    components: { securitySchemes: securitySchemes() },
  }
}

function securitySchemes(): JsonObject {
  return Object.fromEntries(
    signedHeaders.map((name) => [name, { type: 'apiKey', in: 'header', name }]),
  )
}

const askedForProof =
  ' Dangerous: a session answers 40303 until its owner has proved himself again.'

function operationOf({ call, scope }: Route): JsonObject {
  const { params, query, body, reply } = call.schemas
  const isPublic = call.permission === 'public'
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [call.path.split('/').slice(2, 5).join('/')],
    summary: isPublic ? 'Public' : `Permission ${call.permission}`,
    description: `Data scope: ${scope.name}.${call.schemas.proof ? askedForProof : ''}`,
    security: isPublic ? [] : [Object.fromEntries(signedHeaders.map((name) => [name, []]))],
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body ? { requestBody: { required: true, content: contentOf(call, body) } } : {}),
    responses: {
      200: {
        description: 'Done',
        content: call.file
          ? { 'application/octet-stream': {} }
          : json(envelopeOf(reply ? schemaOf(reply, 'output') : { type: 'null' })),
      },
      default: { description: 'A refusal: see its code', content: json(envelopeOf({})) },
    },
  }
}

const contentOf = ({ bytes }: Call, body: mini.ZodMiniType): JsonObject =>
  bytes ? { 'application/octet-stream': {} } : json(schemaOf(body, 'input'))

const json = (schema: object): JsonObject => ({ 'application/json': { schema } })

function envelopeOf(data: object): JsonObject {
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { type: 'integer', examples: [codes.success] },
      msg: { type: 'string' },
      data,
    },
  }
}

function parametersOf(place: 'path' | 'query', schema: mini.ZodMiniType | undefined): JsonObject[] {
  if (!schema) return []
  const { properties, required } = schemaOf(schema, 'input')
  const rules: Readonly<Record<string, unknown>> =
    typeof properties === 'object' ? { ...properties } : {}
  return Object.entries(rules).map(([name, rule]) => ({
    name,
    in: place,
    required: place === 'path' || (Array.isArray(required) && required.includes(name)),
    schema: rule,
  }))
}

function schemaOf(schema: mini.ZodMiniType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  })
  return rest
}
