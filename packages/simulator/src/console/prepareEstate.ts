import {
  categories,
  devices,
  enrolmentKeys,
  models,
  type OrganizationNode,
  organizations,
  vendors,
} from '@muster/contract'
import type { EstateTerminal } from '../fleet/fleet.ts'
import type { ConsoleClient } from './consoleClient.ts'

/** What the virtual terminals are filed under; made at the first run. */
const shop = {
  name: 'Simulated shops',
  code: 'SIMULATED',
  type: 'MERCHANT_GROUP',
  contact: '',
} as const
const maker = { name: 'Muster simulator', code: 'SIMULATOR', contact: '' }
const kind = { name: 'Simulated POS', code: 'SIMULATED-POS', osKind: 'ANDROID' } as const
const modelCodes = ['SIM-A', 'SIM-B', 'SIM-C'] as const

/** Devices are added so many at a time. */
const atOnce = 8
const pageSize = 100

export interface Wish {
  readonly count: number
  /** What serial numbers begin with. */
  readonly prefix: string
}

/** `SIM-00001` and so on. */
export const serials = ({ count, prefix }: Wish): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}-${String(at + 1).padStart(5, '0')}`)

/** Makes what is missing of organisation, models and devices, and a key for their first contact. */
export async function prepareEstate(
  client: ConsoleClient,
  wish: Wish,
  told: (line: string) => void,
): Promise<EstateTerminal[]> {
  const orgId = await organizationId(client)
  const modelIds = await makeModels(client)
  const known = await knownSerials(client, wish.prefix)
  const wanted = serials(wish)
  const missing = wanted.filter((sn) => !known.has(sn))
  if (missing.length > 0) told(`Adding ${missing.length} devices …`)
  const modelOf = (sn: string) => Number(sn.slice(-5)) % modelCodes.length
  await inTurn(missing, async (sn) => {
    const modelId = modelIds[modelOf(sn)] ?? ''
    await client.call(devices.add, { body: { sn, modelId, orgId } })
  })
  const maxUses = Math.max(1000, wish.count)
  const params = { id: orgId }
  const { token } = await client.call(enrolmentKeys.add, { params, body: { maxUses } })
  return wanted.map((sn) => {
    const model = modelCodes[modelOf(sn)] ?? modelCodes[0]
    return { sn, model, vendor: maker.code, token }
  })
}

async function organizationId(client: ConsoleClient): Promise<string> {
  const roots = await client.call(organizations.tree, {})
  const found = findNode(roots, shop.code)
  if (found) return found.id
  const parentId = roots[0]?.id ?? null
  const made = await client.call(organizations.add, { body: { ...shop, parentId } })
  return made.id
}

function findNode(nodes: readonly OrganizationNode[], code: string): OrganizationNode | null {
  for (const node of nodes) {
    const found = node.code === code ? node : findNode(node.children, code)
    if (found) return found
  }
  return null
}

async function makeModels(client: ConsoleClient): Promise<string[]> {
  const ofMaker = await client.call(vendors.page, { query: { code: maker.code } })
  const vendorId =
    withCode(ofMaker.list, maker.code) ?? (await client.call(vendors.add, { body: maker })).id
  const ofKind = await client.call(categories.page, { query: { code: kind.code } })
  const categoryId =
    withCode(ofKind.list, kind.code) ?? (await client.call(categories.add, { body: kind })).id
  const { list } = await client.call(models.page, { query: { vendorId, pageSize } })
  const ids: string[] = []
  for (const code of modelCodes) {
    const body = { vendorId, categoryId, name: code, code, osType: 'ANDROID' } as const
    ids.push(withCode(list, code) ?? (await client.call(models.add, { body })).id)
  }
  return ids
}

const withCode = (rows: readonly { id: string; code: string }[], code: string) =>
  rows.find((row) => row.code === code)?.id

async function knownSerials(client: ConsoleClient, prefix: string): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (let pageNum = 1; ; pageNum++) {
    const query = {
      sn: `${prefix}-`,
      pageNum,
      pageSize,
      sortField: 'sn',
      sortOrder: 'asc',
    } as const
    const { list } = await client.call(devices.page, { query })
    for (const { sn } of list) known.add(sn)
    if (list.length < pageSize) return known
  }
}

/** Several at a time, none of them twice. */
async function inTurn<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  const worker = async () => {
    for (const one of rest) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
