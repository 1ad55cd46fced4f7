import {
  mqttAuth,
  mqttDefaults,
  mqttLimits,
  mqttMessages,
  type SettingValue,
} from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import { openDatabase } from '../../../platform/db.ts'
import { every } from '../../../platform/every.ts'
import { settingIn, storedSettings } from '../../system/setting/index.ts'
import type { LinkPlatform } from '../linkPlatform.ts'

/** What an administrator has set for the link to terminals. */
export type LinkRules = SettingValue<typeof mqttDefaults> &
  SettingValue<typeof mqttMessages> &
  SettingValue<typeof mqttAuth> &
  SettingValue<typeof mqttLimits>

export interface LinkSettings {
  /** As this process knows them. */
  readonly now: () => LinkRules
  /** They were read once. */
  readonly ready: Promise<void>
  readonly stop: () => Promise<void>
}

/** An announcement may be lost. */
const lookSeconds = 30

const all = [mqttDefaults, mqttMessages, mqttAuth, mqttLimits]
const paths = new Set(all.map(({ get }) => get.path))
const saved = all.map(({ save }) => save.path)

const shipped: LinkRules = {
  ...mqttDefaults.save.schemas.body.parse({ version: 0 }),
  ...mqttMessages.save.schemas.body.parse({ version: 0 }),
  ...mqttAuth.save.schemas.body.parse({ version: 0 }),
  ...mqttLimits.save.schemas.body.parse({ version: 0 }),
}

/** Follows the settings of the link: a change counts within a moment, on every gateway. */
export function openLinkSettings({
  pool,
  live,
  log,
}: Pick<LinkPlatform, 'pool' | 'live' | 'log'>): LinkSettings {
  const db = openDatabase(pool)
  let rules = shipped
  const read = async () => {
    const stored = await storedSettings(db, saved)
    rules = {
      ...settingIn(stored, mqttDefaults),
      ...settingIn(stored, mqttMessages),
      ...settingIn(stored, mqttAuth),
      ...settingIn(stored, mqttLimits),
    }
  }
  const look = every({ name: 'reading the settings of the link', seconds: lookSeconds, log }, read)
  const end = live.subscribe(({ path }) => {
    if (paths.has(path)) look.soon()
  })
  return {
    now: () => rules,
    ready: read(),
    stop() {
      end()
      return look.stop()
    },
  }
}

/** The same for what is asked over HTTPS: as shipped until they are read, and followed to its end. */
export function followedRules(
  http: FastifyInstance,
  platform: Pick<LinkPlatform, 'pool' | 'live' | 'log'>,
): () => LinkRules {
  const settings = openLinkSettings(platform)
  settings.ready.catch((error: unknown) => {
    platform.log.warn({ err: error }, 'terminals are let in as shipped until the settings are read')
  })
  http.addHook('onClose', () => settings.stop())
  return settings.now
}
