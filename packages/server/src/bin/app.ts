import { codes } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import { features } from '../features/index.ts'
import type { Platform } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'
import { mountFeatures, refuse } from '../kit/routes.ts'
import { makeHttp } from '../platform/http.ts'

/** The web role, built but not listening. */
export async function buildApp(platform: Platform): Promise<FastifyInstance> {
  const http = await makeHttp(platform.log, { secure: platform.env.publicUrl?.startsWith('https:') ?? false })
  mountFeatures(http, platform, features)
  http.setNotFoundHandler((request, reply) =>
    refuse(request, reply, new Refusal(codes.notFound, 'refusal.notFound')),
  )
  return http
}
