import * as contract from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { FileColumn } from '../kit/list/columns.tsx'
import { columns as clients } from './client/clientColumns.tsx'
import { columns as categories } from './device/category/categoryColumns.tsx'
import { columns as classifications } from './device/classification/classificationColumns.tsx'
import { columns as groups } from './device/group/groupColumns.tsx'
import { columns as devices } from './device/list/deviceColumns.tsx'
import { columnsOf as locationColumnsOf } from './device/location/locationColumns.tsx'
import { columns as models } from './device/model/modelColumns.tsx'
import { actionColumns, signInColumns } from './log/logColumns.tsx'
import { columns as organizations } from './organization/organizationColumns.tsx'
import { dictionaryColumns } from './system/dictionary/dictionaryColumns.tsx'
import { itemColumns } from './system/dictionary/itemColumns.tsx'
import { columns as parameters } from './system/parameter/parameterColumns.tsx'
import { columns as accessPoints } from './system/server/points/accessPointColumns.tsx'
import { columns as areas } from './timezone/area/areaColumns.tsx'
import { columns as timezones } from './timezone/timezone/timezoneColumns.tsx'
import { columns as users } from './user/account/userColumns.tsx'
import { columns as platformUsers } from './user/platform/platformColumns.tsx'
import { columns as roles } from './user/role/roleColumns.tsx'
import { columns as vendors } from './vendor/vendorColumns.tsx'

interface Listed {
  readonly page: contract.Call
  readonly columns: readonly (FileColumn<never> & {
    readonly file?: readonly FileColumn<never>[] | undefined
  })[]
}

const lists: Readonly<Record<string, Listed>> = {
  clients: { page: contract.clients.page, columns: clients },
  categories: { page: contract.categories.page, columns: categories },
  classifications: { page: contract.classifications.page, columns: classifications },
  groups: { page: contract.groups.page, columns: groups },
  devices: { page: contract.devices.page, columns: devices },
  locations: { page: contract.locations.page, columns: locationColumnsOf('world') },
  models: { page: contract.models.page, columns: models },
  actions: { page: contract.actionLog.page, columns: actionColumns },
  'sign-ins': { page: contract.signInLog.page, columns: signInColumns },
  organizations: { page: contract.organizations.page, columns: organizations },
  dictionaries: {
    page: contract.dictionaries.page,
    columns: dictionaryColumns(null, () => undefined),
  },
  items: { page: contract.dictionaryItems.page, columns: itemColumns(null) },
  parameters: { page: contract.parameters.page, columns: parameters },
  'access points': { page: contract.accessPoints.page, columns: accessPoints },
  areas: { page: contract.areas.page, columns: areas },
  timezones: { page: contract.timezones.page, columns: timezones },
  users: { page: contract.users.page, columns: users },
  'platform users': { page: contract.platformUsers.page, columns: platformUsers },
  roles: { page: contract.roles.page, columns: roles },
  vendors: { page: contract.vendors.page, columns: vendors },
}

const member = z.looseObject({
  type: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  get anyOf() {
    return z.optional(z.array(member))
  },
})
const reply = z.object({
  properties: z.object({
    list: z.object({ items: z.object({ properties: z.record(z.string(), member) }) }),
  }),
})

/** The codes that a member may be, by its schema; none where it is no code. */
function codesOf(node: z.output<typeof member> | undefined): string[] {
  if (!node) return []
  if (node.type === 'boolean') return ['true', 'false']
  const own = [...(node.enum ?? []), ...(node.const === undefined ? [] : [node.const])]
  return [...own.map(String), ...(node.anyOf ?? []).flatMap(codesOf)]
}

/** Values that are called so by everybody, in lists too: HMAC-SHA256. */
const namesOfThings: ReadonlySet<string> = new Set(['signAlg'])

const columns = Object.entries(lists).flatMap(([list, { page, columns: shown }]) => {
  const schema =
    page.schemas.reply && z.toJSONSchema(page.schemas.reply, { unrepresentable: 'any' })
  const members = reply.parse(schema).properties.list.items.properties
  return shown
    .flatMap((column) => column.file ?? [column])
    .map(({ key, words }) => ({ list, key, words, codes: codesOf(members[key]) }))
    .filter(({ key, codes }) => codes.length > 0 && !namesOfThings.has(key))
})

it('sees the codes of lists', () => {
  expect(columns.map(({ list, key }) => `${list} ${key}`)).toEqual(
    expect.arrayContaining([
      'users state',
      'devices lifecycle',
      'vendors status',
      'users hasFactor',
    ]),
  )
})

it.each(columns)(
  'a file of $list says $key in words, each of its values',
  ({ key, words, codes }) => {
    const keys = codes.map((code) =>
      typeof words === 'string' ? words.replace(`{${key}}`, code) : words?.[code],
    )
    const texts = keys.map((one) => one !== undefined && shippedTexts['ar-IQ']?.[one])
    expect(texts.filter(Boolean)).toHaveLength(codes.length)
  },
)
