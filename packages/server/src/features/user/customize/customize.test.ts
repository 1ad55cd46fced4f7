import {
  codes,
  customizes,
  organizations,
  orgWebsite,
  proofText,
  session,
  site,
  siteSetting,
  userTheme,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDns, type TestDns } from '../../../../test/dnsServer.ts'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'

/** Each white label has an organisation of its own. */
const places: string[] = []

lifecycleSpec(customizes, {
  prepare: async ({ platform, rootId }) => {
    const rows = await platform.db
      .insertInto('organization')
      .values(
        Array.from({ length: 200 }, (_, n) => ({
          name: `Place ${n}`,
          code: `place-${n}`,
          type: 'AGENT',
          path: '',
          parentId: rootId,
        })),
      )
      .returning('id')
      .execute()
    places.push(...rows.map(({ id }) => id))
  },
  make: (n) => ({
    name: `Label ${n}`,
    orgId: places[n] ?? '',
    domains: [`a${n}.example`, `b${n}.example`],
    remark: null,
  }),
  text: 'name',
  unique: 'orgId',
})

describe('a white label', () => {
  let app: TestApp
  let dns: TestDns
  let admin: TestUser
  let bank: { id: string }
  let branch: { id: string }
  let other: { id: string }

  beforeAll(async () => {
    dns = await startTestDns()
    app = await startTestApp({ now: () => new Date() }, { MUSTER_DNS_SERVERS: dns.address })
    const place = (name: string, parentId: string) =>
      addOrganization(app.platform, { name, code: name, parentId })
    bank = await place('bank', app.rootId)
    branch = await place('branch', bank.id)
    other = await place('other', app.rootId)
    admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  })
  afterAll(async () => {
    await app.close()
    await dns.close()
  })

  const add = (orgId: string, domains: string[] = []) =>
    admin.get(customizes.add, { body: { name: `Label of ${orgId}`, orgId, domains } })
  const say = async (orgId: string, more: object) => {
    const {
      id: _,
      inherited: __,
      ...value
    } = await admin.get(orgWebsite.get, {
      params: { id: orgId },
    })
    return admin.get(orgWebsite.save, { params: { id: orgId }, body: { ...value, ...more } })
  }
  const prove = async (id: string) => {
    const { claims } = await admin.get(customizes.detail, { params: { id } })
    for (const { id: claim, domain, token } of claims) {
      dns.records.set(`_muster.${domain}`, proofText(token))
      await admin.get(customizes.verify, { params: { id: claim } })
    }
  }
  /** What the sign-in page of a host is told. */
  const siteAt = async (host: string) => {
    const response = await app.http.inject({ url: site.init.path, headers: { host } })
    expect(response.headers['cache-control']).toBe('no-store')
    return response.json<{ data: { webName: string; logoUrl: string | null } }>().data
  }
  const staffOf = (orgId: string) => signedIn(app, { orgId })
  const siteOf = async (user: TestUser) => (await user.get(session.info, {})).site

  it('shows on its domain once the DNS proves it, and not before', async () => {
    const { id } = await add(bank.id, ['Portal.Tigris.example'])
    await say(bank.id, {
      webName: 'Tigris Bank',
      support: 'Call 100',
      termsUrl: 'https://a.example/',
    })
    const { claims } = await admin.get(customizes.detail, { params: { id } })
    const [claim] = claims
    expect(claim).toMatchObject({ domain: 'portal.tigris.example', verifiedAt: null })
    expect((await siteAt('portal.tigris.example')).webName).toBe('Terminal Management System')
    const check = () => admin.call(customizes.verify, { params: { id: claim?.id ?? '' } })
    expect(await check()).toMatchObject({
      code: codes.warning,
      msg: 'The TXT record _muster.portal.tigris.example does not say so yet.',
    })
    dns.records.set('_muster.portal.tigris.example', proofText('another token'))
    expect((await check()).code).toBe(codes.warning)
    dns.records.set('_muster.portal.tigris.example', proofText(claim?.token ?? ''))
    expect((await check()).code).toBe(codes.success)
    expect(await siteAt('portal.tigris.example')).toMatchObject({
      webName: 'Tigris Bank',
      support: 'Call 100',
      termsUrl: 'https://a.example/',
    })
    expect((await siteAt('PORTAL.tigris.example:8443')).webName).toBe('Tigris Bank')
  })

  it.each(['tigris.example', 'x.portal.tigris.example', 'portal.tigris.example.evil.example', ''])(
    'does not show on the host "%s"',
    async (host) => {
      expect((await siteAt(host)).webName).toBe('Terminal Management System')
    },
  )

  it('shows to the people of its organisation and of those below it, wherever they came in', async () => {
    const [ofBank, ofBranch, elsewhere] = await Promise.all([
      staffOf(bank.id),
      staffOf(branch.id),
      staffOf(other.id),
    ])
    expect((await siteOf(ofBank)).webName).toBe('Tigris Bank')
    expect((await siteOf(ofBranch)).webName).toBe('Tigris Bank')
    expect((await siteOf(elsewhere)).webName).toBe('Terminal Management System')
    expect(await ofBank.get(session.info, {})).toMatchObject({ website: 'Tigris Bank' })
  })

  it('is overridden below value by value, and says what comes from whom', async () => {
    await say(branch.id, { webName: 'Branch', themeName: 'ocean' })
    const ofBranch = await staffOf(branch.id)
    expect(await siteOf(ofBranch)).toMatchObject({
      webName: 'Branch',
      themeName: 'ocean',
      support: 'Call 100',
    })
    expect(await ofBranch.get(userTheme.get, {})).toMatchObject({ themeName: 'ocean' })
    const { inherited } = await admin.get(orgWebsite.get, { params: { id: branch.id } })
    expect(inherited).toContainEqual({ field: 'webName', value: 'Tigris Bank', from: 'bank' })
    expect(inherited).toContainEqual({ field: 'support', value: 'Call 100', from: 'bank' })
    expect(inherited).toContainEqual({ field: 'sideTitle', value: 1, from: null })
  })

  it('shows a change of the platform at once where nobody overrides it', async () => {
    const value = await admin.get(siteSetting.get, {})
    await admin.get(siteSetting.save, { body: { ...value, copyright: '© Muster' } })
    expect(await siteAt('portal.tigris.example')).toMatchObject({
      webName: 'Tigris Bank',
      copyright: '© Muster',
    })
    await admin.get(siteSetting.reset, {})
  })

  it('goes back to what is above by a reset of the part', async () => {
    const { list } = await admin.get(customizes.page, { query: { orgId: branch.id } })
    const id = list[0]?.id ?? ''
    await admin.get(customizes.reset, { params: { id, part: 'website' } })
    expect((await siteOf(await staffOf(branch.id))).webName).toBe('Tigris Bank')
    expect(await admin.get(customizes.detail, { params: { id } })).toMatchObject({
      hasWebsite: false,
    })
    const limited = await signedIn(app, { permissions: ['CUSTOMIZE_EDIT', 'CUSTOMIZE_PWD'] })
    expect(await limited.call(customizes.reset, { params: { id, part: 'website' } })).toMatchObject(
      { code: codes.forbidden, data: { permission: 'CUSTOMIZE_WEBSITE' } },
    )
  })

  it('is the same record for the organisation’s page and the list', async () => {
    const saved = await say(other.id, { webName: 'Other' })
    const { list } = await admin.get(customizes.page, { query: { orgId: other.id } })
    expect(list).toMatchObject([{ id: saved.id, webName: 'Other', version: saved.version }])
    const id = saved.id ?? ''
    const { inherited: _, ...website } = await admin.get(customizes.website, { params: { id } })
    await admin.get(customizes.saveWebsite, { body: { ...website, webName: 'Newer', id } })
    const again = await admin.get(orgWebsite.get, { params: { id: other.id } })
    expect(again).toMatchObject({ webName: 'Newer', version: saved.version + 1 })
    const late = await admin.call(orgWebsite.save, {
      params: { id: other.id },
      body: { webName: 'Late', version: saved.version },
    })
    expect(late).toMatchObject({ code: codes.versionConflict })
    expect(late.msg).toContain('layla')
  })

  it('is begun once when two begin it at the same time', async () => {
    const { id } = await addOrganization(app.platform, {
      name: 'both',
      code: 'both',
      parentId: app.rootId,
    })
    const answers = await Promise.all(
      ['One', 'Two'].map((webName) =>
        admin.call(orgWebsite.save, { params: { id }, body: { webName, version: 0 } }),
      ),
    )
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      codes.success,
      codes.versionConflict,
    ])
  })

  it('shows no more while it is disabled, lies in the bin, or its domain was given up', async () => {
    const { list } = await admin.get(customizes.page, { query: { orgId: bank.id } })
    const row = list.find(({ orgId }) => orgId === bank.id)
    const params = { id: row?.id ?? '' }
    const shown = async () => (await siteAt('portal.tigris.example')).webName
    await admin.get(customizes.setStatus, { params: { ...params, status: '0' } })
    expect(await shown()).toBe('Terminal Management System')
    await admin.get(customizes.setStatus, { params: { ...params, status: '1' } })
    expect(await shown()).toBe('Tigris Bank')
    await admin.get(customizes.remove, { params })
    expect(await shown()).toBe('Terminal Management System')
    await admin.get(customizes.revert, { params })
    expect(await shown()).toBe('Tigris Bank')
    const { name, orgId, version } = await admin.get(customizes.detail, { params })
    await admin.get(customizes.update, { body: { ...params, name, orgId, version, domains: [] } })
    expect(await shown()).toBe('Terminal Management System')
  })

  it('does not take a domain that is another organisation’s, unless nobody proves it for a week', async () => {
    const first = await addOrganization(app.platform, { name: 'c1', code: 'c1', parentId: bank.id })
    const second = await addOrganization(app.platform, {
      name: 'c2',
      code: 'c2',
      parentId: bank.id,
    })
    const held = await add(first.id, ['shared.example'])
    const take = () =>
      admin.call(customizes.add, {
        body: { name: 'Taker', orgId: second.id, domains: ['own.example', 'SHARED.example'] },
      })
    const refused = {
      code: codes.badRequest,
      data: {
        fields: [{ field: 'domains', message: 'shared.example belongs to another organisation' }],
      },
    }
    expect(await take()).toMatchObject(refused)
    const age = () =>
      app.platform.pool.query(
        `update customize_domain set created_at = now() - interval '8 days' where domain = 'shared.example'`,
      )
    await prove(held.id)
    await age()
    expect(await take()).toMatchObject(refused)
    await app.platform.pool.query(
      `update customize_domain set verified_at = null where domain = 'shared.example'`,
    )
    expect((await take()).code).toBe(codes.success)
    const { claims } = await admin.get(customizes.detail, { params: { id: held.id } })
    expect(claims).toEqual([])
  })

  it('keeps the proof of a domain that stays when others are named', async () => {
    const place = await addOrganization(app.platform, { name: 'd', code: 'd', parentId: bank.id })
    const row = await add(place.id, ['kept.example'])
    await prove(row.id)
    const { version } = await admin.get(customizes.detail, { params: { id: row.id } })
    const { name, orgId } = row
    const after = await admin.get(customizes.update, {
      body: { id: row.id, name, orgId, version, domains: ['kept.example', 'new.example'] },
    })
    expect(after.claims.map(({ domain, verifiedAt }) => [domain, verifiedAt !== null])).toEqual([
      ['kept.example', true],
      ['new.example', false],
    ])
  })

  it('says so when no DNS server answers', async () => {
    const silent = await startTestApp(
      { now: () => new Date() },
      { MUSTER_DNS_SERVERS: '127.0.0.1:1' },
    )
    const user = await signedIn(silent, { isSuperAdmin: true })
    const row = await user.get(customizes.add, {
      body: { name: 'Label', orgId: silent.rootId, domains: ['a.example'] },
    })
    const answer = await user.call(customizes.verify, { params: { id: row.claims[0]?.id ?? '' } })
    expect(answer).toMatchObject({ code: codes.warning })
    expect(answer.msg).toContain('No DNS server answered')
    await silent.close()
  })

  it.each([
    { logo: `${'0'.repeat(64)}.png` },
    { themeName: 'background' },
    { themeName: 'pink' },
    { language: 'tlh' },
    { termsUrl: 'javascript:alert(1)' },
    { sideTitle: 2 },
    { webName: 'x'.repeat(65) },
    { unknown: 1 },
  ])('is not saved with %j', async (more) => {
    const answer = await admin.call(orgWebsite.save, {
      params: { id: bank.id },
      body: { version: 0, ...more } as never,
    })
    expect(answer.code).toBe(codes.badRequest)
  })

  it.each([
    'localhost',
    '10.0.0.1',
    'a b.example',
    'https://a.example',
    'a..example',
    '-a.example',
    'a.example:80',
  ])('does not take %s for a domain', async (domain) => {
    const body = { name: 'Label', orgId: other.id, domains: [domain] }
    expect((await admin.call(customizes.add, { body })).code).toBe(codes.badRequest)
  })

  it('takes a domain of any script in the form that browsers send', async () => {
    const place = await addOrganization(app.platform, { name: 'e', code: 'e', parentId: bank.id })
    const { domains } = await add(place.id, ['مصرف.example'])
    expect(domains).toEqual([expect.stringMatching(/^xn--[a-z0-9]+\.example$/)])
  })

  it('shows a preview that no domain leads to yet, also while it is disabled', async () => {
    const { list } = await admin.get(customizes.page, { query: { orgId: bank.id } })
    const params = { id: list.find(({ orgId }) => orgId === bank.id)?.id ?? '' }
    await admin.get(customizes.setStatus, { params: { ...params, status: '0' } })
    expect(await admin.get(customizes.preview, { params })).toMatchObject({
      webName: 'Tigris Bank',
    })
    await admin.get(customizes.setStatus, { params: { ...params, status: '1' } })
  })

  it('goes with its organisation, which stays while it has one', async () => {
    const place = await addOrganization(app.platform, { name: 'f', code: 'f', parentId: bank.id })
    await add(place.id, ['f.example'])
    await admin.get(organizations.remove, { params: { id: place.id } })
    expect((await admin.call(organizations.destroy, { params: { id: place.id } })).code).toBe(
      codes.warning,
    )
  })
})
