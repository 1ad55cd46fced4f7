import { categories, exportOf, features, models } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addEstate, type Estate } from '../../../../test/testEstate.ts'
import { seedFeatures } from './featureSeed.ts'

const feature = (code: string) => ({ code, name: code, kind: 'HARDWARE' }) as const

lifecycleSpec(features, {
  make: (n) => ({ ...feature(`FEATURE_${n}`), name: `Feature ${n}` }),
  text: 'name',
  unique: 'code',
})

describe('a feature', () => {
  let app: TestApp
  let user: TestUser
  let estate: Estate

  beforeAll(async () => {
    app = await startTestApp()
    user = await signedIn(app, { isSuperAdmin: true })
    estate = await addEstate(app)
    await seedFeatures(app.platform.db)
  })
  afterAll(() => app.close())

  const shipped = async (code: string) => {
    const { list } = await user.get(features.page, { query: { keyword: code } })
    const [found] = list
    if (!found) throw new Error(`no feature ${code}`)
    return found
  }
  const change = async (featureIds: string[] | null) => {
    const {
      deviceCount: _d,
      features: _f,
      vendorName: _v,
      categoryName: _c,
      firmwareStable: _s,
      firmwareBeta: _b,
      ptsVersion: _p,
      ptsUntil: _u,
      ...row
    } = await user.get(models.detail, { params: { id: estate.modelId } })
    const { createdAt: _1, updatedAt: _2, updatedBy: _3, status: _4, ...body } = row
    return user.get(models.update, { body: { ...body, featureIds } })
  }

  it('ships with a name in each language, which stays one when something else is changed', async () => {
    const nfc = await shipped('NFC')
    expect(nfc).toMatchObject({ name: 'Contactless (NFC)', kind: 'CONNECTIVITY' })
    const { id, version, name } = nfc
    const body = { ...feature('NFC'), id, version, name, kind: 'CONNECTIVITY', unit: 'cm' } as const
    await user.get(features.update, { body })
    const url = features.detail.path.replace('{id}', id)
    const { data } = await user.send({ method: 'GET', url, headers: { LANGUAGE: 'ar-IQ' } })
    expect(data).toMatchObject({ name: 'دفع لا تلامسي (NFC)', unit: 'cm' })
  })

  it('has values where its value is one of a list', async () => {
    const body = { ...feature('READER'), valueType: 'ENUM' } as const
    const refused = await user.call(features.add, { body })
    expect(refused).toMatchObject({ status: 400, data: { fields: [{ field: 'choices' }] } })
    await user.get(features.add, { body: { ...body, choices: ['A', 'B'] } })
  })

  it('is a model’s own, else its category’s; models are found by it, and it stays meanwhile', async () => {
    const [nfc, gps] = [await shipped('NFC'), await shipped('GPS')]
    const params = { id: estate.categoryId }
    const { version } = await user.get(categories.detail, { params })
    const body = { ...params, version, name: 'Acme', code: 'acme', osKind: 'ANDROID' } as const
    await user.get(categories.update, { body: { ...body, featureIds: [gps.id] } })
    expect((await change(null)).features).toMatchObject([{ code: 'GPS' }])
    expect((await change([])).features).toMatchObject([{ code: 'GPS' }])
    expect((await change([nfc.id])).features).toMatchObject([{ code: 'NFC' }])
    const having = (featureId: string) => user.get(models.page, { query: { featureId } })
    expect((await having(nfc.id)).total).toBe(1)
    expect((await having(gps.id)).total).toBe(0)
    expect((await shipped('NFC')).modelCount).toBe(1)
    const used = await user.call(features.remove, { params: { id: nfc.id } })
    expect(used).toMatchObject({ code: 102, msg: 'Model Acme uses this record' })
    const unknown = '00000000-0000-7000-8000-000000000001'
    await expect(change([unknown])).rejects.toThrow(/400/)
  })
})

it('comes from a sheet and goes into one', async () => {
  const app = await startTaskApp()
  onTestFinished(() => app.close())
  await seedFeatures(app.platform.db)
  const user = await signedIn(app, { isSuperAdmin: true })
  const content = csv(['Code', 'Name', 'Group'], ['PRINTER_80MM', 'Printer 80 mm', 'Hardware'])
  const { result } = await imported(user, features.page, { content })
  expect(result).toMatchObject({ added: 1, refused: 0, ignored: [] })
  const columns = JSON.stringify([['name', 'Name']])
  const { body } = await user.file(exportOf(features.page), { query: { columns } })
  expect(body.toString()).toContain('Printer 80 mm')
  expect(body.toString()).toContain('Chip card reader')
})
