import type { TestApp } from './testApp.ts'

/** An area that stations lie in; its id. */
export async function addArea({ platform: { db } }: TestApp, code = 'KARKH'): Promise<string> {
  const { id } = await db
    .insertInto('timezoneArea')
    .values({ name: 'Karkh', code, type: 'zone' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What the form of a station says; `more` names at least organisation and area. */
export const stationBody = <M extends { orgId: string; areaId: string }>(
  n: number | string,
  more: M,
) => ({
  name: `Station ${n}`,
  code: `S-${n}`,
  type: 'SHOP' as const,
  address: 'Rashid Street 1',
  contact: 'Zainab',
  phone: '+964 770 000 0000',
  ...more,
})
