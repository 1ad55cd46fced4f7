import { codes, deviceStat, devices, figureDocuments, mapStat, planStat } from '@muster/contract'
import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { countAreas } from '../map/map.worker.ts'
import { countMinute } from '../workbench/count.worker.ts'

let app: TestApp
let orgA: string
let orgB: string

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  const { platform, rootId } = app
  const place = (code: string) => addOrganization(platform, { name: code, code, parentId: rootId })
  orgA = (await place('document-a')).id
  orgB = (await place('document-b')).id
  await addDevices(app, estate, { orgId: orgA, prefix: 'MINE', count: 3 })
  await addDevices(app, estate, { orgId: orgA, prefix: 'LOST', count: 2, lifecycle: 'LOST' })
  await addDevices(app, estate, { orgId: orgB, prefix: 'THEIR', count: 4 })
  await countMinute(platform)
})
afterAll(() => app.close())

/** The sheets of a workbook by their names, as rows of cells. */
function sheetsOf(body: Buffer): ReadonlyMap<string, readonly (readonly unknown[])[]> {
  const book = read(body)
  return new Map(
    book.SheetNames.map((name) => {
      const sheet = book.Sheets[name]
      return [name, sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1 }) : []]
    }),
  )
}

const permissions = ['STATISTICS_DEVICE', 'STATISTICS_PLAN', 'STATISTICS_VERSION', 'DEVICE_LIST']

describe('a page of statistics as a document', () => {
  it('counts what its reader sees, as its page and the list of terminals do', async () => {
    const reader = await signedIn(app, { orgId: orgA, permissions })
    const query = { format: 'xlsx', timeZone: 'Asia/Baghdad' } as const
    const { body } = await reader.file(figureDocuments.device, { query })
    const sheets = sheetsOf(body)
    expect(sheets.get('By life cycle')).toEqual(
      expect.arrayContaining([
        ['By life cycle', 'Terminals'],
        ['Active', 3],
        ['Lost', 2],
      ]),
    )
    const { total } = await reader.get(deviceStat.distribution, { query: { by: 'LIFECYCLE' } })
    const { total: listed } = await reader.get(devices.page, { query: {} })
    expect([total, listed]).toEqual([5, 5])
    expect(sheets.get('Terminal statistics')?.flat().join('\n')).toMatch(/As of .*Asia\/Baghdad/)
  })

  it('tells areas as the map does', async () => {
    await countAreas(app.platform)
    const reader = await signedIn(app, { orgId: orgA, permissions: ['STATISTICS_MAP'] })
    const { elsewhere } = await reader.get(mapStat.area, { query: {} })
    const { body } = await reader.file(figureDocuments.map, { query: { format: 'xlsx' } })
    expect(sheetsOf(body).get('By area')?.slice(1)).toEqual([
      ['In no such area', elsewhere.terminals, 0, 0, 0, 0],
    ])
    expect(elsewhere.terminals).toBe(5)
  })

  it('says what it is cut to, and names no place that its reader does not see', async () => {
    const reader = await signedIn(app, { orgId: orgA, permissions })
    const facts = async (orgId: string, days?: string) => {
      const query = { format: 'xlsx', orgId, ...(days && { days }) } as const
      const { body } = await reader.file(figureDocuments.device, { query })
      return sheetsOf(body).get('Terminal statistics')?.flat()
    }
    expect(await facts(orgA)).toContain('Organisation: document-a')
    expect(await facts(orgA, '7')).toContain('Days up to today: 7')
    // Where nobody chose any, those that it shows all the same.
    expect(await facts(orgA)).toContain('Days up to today: 30')
    expect(await facts(orgB)).toContain('Organisation: –')
  })

  it.each(['en', 'ar-IQ'])('is a PDF in %s', async (language) => {
    const reader = await signedIn(app, { isSuperAdmin: true })
    await app.platform.pool.query('update app_user set language = $1 where id = $2', [
      language,
      reader.userId,
    ])
    for (const call of [
      figureDocuments.device,
      figureDocuments.version,
      figureDocuments.login,
      figureDocuments.map,
    ]) {
      const { body, headers } = await reader.file(call, { query: {} })
      expect(headers['content-type']).toBe('application/pdf')
      expect(body.subarray(0, 5).toString()).toBe('%PDF-')
    }
    const patches = await reader.file(figureDocuments.version, {
      query: { kind: 'PATCH', months: 6, format: 'xlsx' },
    })
    expect(patches.headers['content-type']).toContain('sheet')
  })

  it('is for whom the page is for, in a zone that there is', async () => {
    const nobody = await signedIn(app, { orgId: orgA, permissions: ['DEVICE_LIST'] })
    expect(await nobody.call(figureDocuments.device, { query: {} })).toMatchObject({
      code: codes.forbidden,
    })
    const reader = await signedIn(app, { orgId: orgA, permissions })
    const query = { timeZone: 'Nowhere/At-All' }
    expect(await reader.call(figureDocuments.device, { query })).toMatchObject({ code: 400 })
    const { total } = await reader.get(planStat.page, { query: {} })
    const { body } = await reader.file(figureDocuments.plan, { query: { format: 'xlsx' } })
    expect(sheetsOf(body).get('Plan statistics (2)')).toHaveLength(total + 1)
  })
})
