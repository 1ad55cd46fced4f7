import {
  codes,
  type IceServer,
  mapKeys,
  passwordPolicy,
  policyPresets,
  remoteControl,
  site,
  siteSetting,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
})
afterAll(() => app.close())

const init = () => admin.get(site.init, {})

describe('the site', () => {
  it('shows everybody its name, copyright and ways in', async () => {
    expect(await init()).toMatchObject({
      webName: 'Terminal Management System',
      logoUrl: null,
      favicon: null,
      copyright: null,
      bgUrl: null,
      sideTitle: 1,
      validCode: 0,
      validationEmail: true,
      verifyType: 0,
      registration: false,
      rsaLogin: false,
      virtualRoles: false,
    })
    const value = await admin.get(siteSetting.get, {})
    const changed = {
      webName: 'Tigris Bank',
      copyright: '© Tigris',
      sideTitle: 0,
      verifyType: 2,
    } as const
    await admin.get(siteSetting.save, { body: { ...value, ...changed } })
    expect(await init()).toMatchObject(changed)
  })

  it('goes back to what it was by a reset', async () => {
    const reset = await admin.get(siteSetting.reset, {})
    expect(reset).toMatchObject({ webName: 'Terminal Management System', copyright: '' })
    expect(await init()).toMatchObject({ webName: 'Terminal Management System', copyright: null })
  })

  it('refuses a picture that nobody has uploaded', async () => {
    const value = await admin.get(siteSetting.get, {})
    const body = { ...value, logo: `${'0'.repeat(64)}.png` }
    expect(await admin.call(siteSetting.save, { body })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'logo', message: 'Please upload this picture again' }] },
    })
  })
})

describe('two who save a setting', () => {
  it('do not overwrite each other, from the very first save on', async () => {
    const omar = await signedIn(app, { isSuperAdmin: true, userName: 'omar' })
    const value = await admin.get(remoteControl.get, {})
    const answers = await Promise.all([
      admin.call(remoteControl.save, { body: { ...value, maxMinutes: 30 } }),
      omar.call(remoteControl.save, { body: { ...value, maxMinutes: 90 } }),
    ])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      200,
      codes.versionConflict,
    ])
    const refused = answers.find(({ code }) => code !== 200)
    expect(refused?.msg).toMatch(/^(layla|omar) changed this record/)
  })

  it('are told of a reset that came between', async () => {
    const value = await admin.get(passwordPolicy.get, {})
    await admin.get(passwordPolicy.reset, {})
    const answer = await admin.call(passwordPolicy.save, { body: { ...value, min: 20 } })
    expect(answer.code).toBe(codes.versionConflict)
  })
})

describe('the password policy', () => {
  const save = async (change: object) => {
    const value = await admin.get(passwordPolicy.get, {})
    return admin.call(passwordPolicy.save, { body: { ...value, ...change } })
  }

  it('begins with the default preset', async () => {
    expect(await admin.get(passwordPolicy.get, {})).toMatchObject(policyPresets.default)
  })

  it('gives everybody its rule in words', async () => {
    await save(policyPresets.pci)
    expect(await admin.get(site.passwordRule, {})).toEqual({
      rule: '12 to 64 characters, with small letters and digits',
      checked: 'lower,digit',
      min: 12,
      max: 64,
    })
    await save({ min: 8, max: 0, checked: [] })
    expect(await admin.get(site.passwordRule, {})).toMatchObject({
      rule: 'At least 8 characters',
      max: 0,
    })
  })

  it('refuses lengths that do not fit together', async () => {
    expect(await save({ min: 20, max: 10 })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'max', message: 'Not below the shortest length' }] },
    })
  })

  it.each([
    { min: 5 },
    { min: 33 },
    { max: 65 },
    { history: 25 },
    { expireDays: 366 },
    { maxFail: 2 },
    { maxFail: 11 },
    { lockMinutes: 1441 },
    { idleMinutes: 4 },
    { maxSessions: 0 },
    { checked: ['emoji'] },
    { mfaRequired: 'some' },
    { ipAllowList: ['10.0.0.0/40'] },
  ])('refuses %j', async (change) => {
    expect((await save(change)).code).toBe(400)
  })
})

describe('the keys of the map services', () => {
  const keys = {
    global: { key: 'global-key-1', lang: 'ar' },
    china: { key: 'china-key-1', securityJsCode: 'china-code-1' },
  }
  const seenBy = async (...permissions: string[]) => {
    const someone = await signedIn(app, { permissions })
    return someone.call(mapKeys.get, {})
  }

  it('go to those who may see the map, each part by itself', async () => {
    await admin.get(mapKeys.save, { body: { ...keys, version: 0 } })
    const both = { data: keys }
    expect(await seenBy('DEVICE_LOCATION_LIST')).toMatchObject(both)
    expect(await seenBy('WEBSITE_MAP')).toMatchObject(both)
    expect(await seenBy('DEVICE_LOCATION_DETAIL')).toMatchObject({ data: { ...keys, china: null } })
    expect(await seenBy('DEVICE_LOCATION_DETAIL_ZH')).toMatchObject({
      data: { ...keys, global: null },
    })
    expect(await seenBy('DEVICE_LIST')).toMatchObject({
      code: 403,
      data: { permission: 'DEVICE_LOCATION_LIST' },
    })
  })

  it('lie neither in the database nor in the action log in clear', async () => {
    const { pool } = app.platform
    const { rows } = await pool.query<{ text: string }>(
      `select to_jsonb(setting)::text as text from setting
       union all select to_jsonb(action_log)::text from action_log`,
    )
    const text = rows.map((row) => row.text).join('\n')
    expect(text).toContain('map/save')
    for (const secret of ['global-key-1', 'china-key-1', 'china-code-1'])
      expect(text).not.toContain(secret)
  })

  it('are gone after a reset', async () => {
    await admin.get(mapKeys.reset, {})
    expect(await admin.get(mapKeys.get, {})).toMatchObject({
      global: { key: '' },
      china: { key: '', securityJsCode: '' },
    })
  })
})

describe('remote control', () => {
  const server = { url: 'turn:relay.example:3478', userName: 'muster' }
  const save = async (iceServers: IceServer[]) => {
    const value = await admin.get(remoteControl.get, {})
    return admin.get(remoteControl.save, { body: { ...value, iceServers: iceServers } })
  }

  it('never shows the credential of a relay, and keeps it while nobody types a new one', async () => {
    const saved = await save([{ ...server, credential: 'first-secret' }])
    expect(saved.iceServers).toEqual([{ ...server, credential: null }])
    await save([{ ...server, credential: null }])
    expect(await sealedOf()).toContain('first-secret')
    await save([{ ...server, userName: 'other', credential: null }])
    expect(await sealedOf()).not.toContain('first-secret')
  })

  it('takes addresses of the known kinds only', async () => {
    const value = await admin.get(remoteControl.get, {})
    for (const change of [
      { relayUrl: 'http://x' },
      { relayUrl: 'javascript:1' },
      { iceServers: [{ url: 'https://x' }] },
    ])
      expect((await admin.call(remoteControl.save, { body: { ...value, ...change } })).code).toBe(
        400,
      )
  })

  /** The sealed setting as the server reads it. */
  async function sealedOf() {
    const { db, secrets } = app.platform
    const { path } = remoteControl.save
    const { sealedValue } = await db
      .selectFrom('setting')
      .select('sealedValue')
      .where('path', '=', path)
      .executeTakeFirstOrThrow()
    return secrets.open(sealedValue ?? Buffer.alloc(0), `setting:${path}`).toString()
  }
})
