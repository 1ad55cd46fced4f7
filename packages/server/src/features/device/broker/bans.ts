import { BlockList, isIP } from 'node:net'
import { loginBansPath } from '@muster/contract'
import type pg from 'pg'
import { every } from '../../../platform/every.ts'
import type { LinkPlatform } from '../linkPlatform.ts'

export interface Ban {
  readonly kind: 'ADDRESS' | 'SN'
  readonly value: string
  /** Epoch milliseconds; null: for good. */
  readonly until: number | null
  /** The terminal of the number, where there is one. */
  readonly device: { readonly id: string; readonly orgId: string; readonly modelId: string } | null
}

export interface Bans {
  /** The ban that keeps somebody out; undefined: none does. Nobody is told before the bans were read once. */
  readonly find: (ip: string, sn: string) => Promise<Ban | undefined>
  readonly isWelcome: (ip: string, sn: string) => Promise<boolean>
  readonly stop: () => Promise<void>
}

/** An announcement may be lost. */
const lookSeconds = 30

/** Follows who may not come in: a ban counts within a moment at every door. */
export function openBans({ pool, live, log, now }: LinkPlatform): Bans {
  let find: ReturnType<typeof listOf> | null = null
  let reading = Promise.withResolvers<void>()
  const look = every({ name: 'reading who is banned', seconds: lookSeconds, log }, async () => {
    const own = reading
    try {
      find = listOf(await findBans(pool))
    } finally {
      // Those that were read before hold where they cannot be read now.
      if (find) own.resolve()
    }
  })
  const end = live.subscribe(({ path }) => {
    if (path !== loginBansPath) return
    // Whoever was let go for one does not come in again by those of before.
    const { resolve } = reading
    reading = Promise.withResolvers<void>()
    void reading.promise.then(resolve)
    look.soon()
  })
  look.soon()
  async function findOne(ip: string, sn: string): Promise<Ban | undefined> {
    await reading.promise
    return find?.({ ip, sn, at: now().getTime() })
  }
  return {
    find: findOne,
    isWelcome: async (ip, sn) => (await findOne(ip, sn)) === undefined,
    stop() {
      end()
      reading.resolve()
      return look.stop()
    },
  }
}

async function findBans(pool: pg.Pool): Promise<Ban[]> {
  const { rows } = await pool.query<Ban>(
    `select ban.kind, ban.value, (extract(epoch from ban.until_at) * 1000)::float8 as until,
        case when device.id is not null then jsonb_build_object('id', device.id, 'orgId', device.org_id,
          'modelId', device.model_id) end as device
      from login_ban ban left join device on device.id = ban.device_id
      where ban.until_at is null or ban.until_at > now()`,
  )
  return rows
}

interface Caller {
  readonly ip: string
  readonly sn: string
  readonly at: number
}

/** Serial numbers by a look, addresses by their networks; a ban ends without being read anew. */
export function listOf(bans: readonly Ban[]): (caller: Caller) => Ban | undefined {
  const numbers = new Map(bans.filter(({ kind }) => kind === 'SN').map((ban) => [ban.value, ban]))
  const networks = bans.flatMap((ban) =>
    ban.kind === 'ADDRESS' ? [{ ban, list: listed(ban.value) }] : [],
  )
  // Most come from none of them: one look instead of one at each.
  const all = new BlockList()
  for (const { ban } of networks) listed(ban.value, all)
  return ({ ip, sn, at }) => {
    const isOn = ({ until }: Ban) => until === null || until > at
    const named = numbers.get(sn)
    if (named && isOn(named)) return named
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
    if (!all.check(ip, family)) return undefined
    return networks.find(({ list, ban }) => isOn(ban) && list.check(ip, family))?.ban
  }
}

function listed(value: string, list = new BlockList()): BlockList {
  const [address = '', bits] = value.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
  return list
}
