import {
  codes,
  mqttAuth,
  mqttConfig,
  mqttDefaults,
  mqttLimits,
  mqttMessages,
  type ReplyOf,
} from '@muster/contract'
import { everyone } from '../../../access/scope.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { type Feature, Outside, serve } from '../../../kit/serve.ts'
import { parameter } from '../../system/parameter/index.ts'
import { readSetting, resetSetting, saveSetting } from '../../system/setting/index.ts'
import { askBroker } from './askBroker.ts'
import { livingNodes } from './nodes.queries.ts'

/** How connections are kept, how terminals prove themselves, and how much there may be of everything. */
export const settingRoutes: readonly Feature[] = [
  serve(mqttDefaults, everyone, {
    get: (_, { db }) => readSetting(db, mqttDefaults),
    save: ({ body }, ctx) => saveSetting(ctx, mqttDefaults, body),
    reset: (_, ctx) => resetSetting(ctx, mqttDefaults),
  }),
  serve(mqttMessages, everyone, {
    get: (_, { db }) => readSetting(db, mqttMessages),
    save: ({ body }, ctx) => saveSetting(ctx, mqttMessages, body),
    reset: (_, ctx) => resetSetting(ctx, mqttMessages),
  }),
  serve(mqttAuth, everyone, {
    get: (_, { db }) => readSetting(db, mqttAuth),
    save: ({ body }, ctx) => saveSetting(ctx, mqttAuth, body),
    reset: (_, ctx) => resetSetting(ctx, mqttAuth),
  }),
  serve(mqttLimits, everyone, {
    get: (_, { db }) => readSetting(db, mqttLimits),
    save: ({ body }, ctx) => saveSetting(ctx, mqttLimits, body),
    reset: (_, ctx) => resetSetting(ctx, mqttLimits),
  }),
]

/** How messages travel. */
export const configRoutes = serve(mqttConfig, everyone, {
  metrics: async (_, { db, platform: { env } }): Promise<ReplyOf<typeof mqttConfig.metrics>> => ({
    broker: env.nats ? 'NATS' : 'EMBEDDED',
    nodes: await livingNodes(db),
    keepDays: await parameter(db, 'log.mqtt.keepDays'),
    publishPerMinute: await parameter(db, 'task.publish.ratePerMinute'),
  }),
  test: async ({ params }, ctx) => {
    const point = await ctx.db
      .selectFrom('accessPoint')
      .select(['id', 'url', 'kind', 'caFingerprint'])
      .where('id', '=', params.id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!point) throw notFound()
    if (point.kind !== 'MQTT') throw new Refusal(codes.badRequest, 'mqttConfig.notMqtt')
    return new Outside(async () => {
      const probe = await askBroker(point)
      return async () => probe
    })
  },
})
