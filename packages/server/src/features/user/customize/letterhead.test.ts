import {
  callback,
  customizes,
  orgWebsite,
  type PlatformUser,
  platformUsers,
  proofText,
  recovery,
  registration,
  siteSetting,
  users,
  verificationTypes,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDns, type TestDns } from '../../../../test/dnsServer.ts'
import {
  addPerson,
  aPassword,
  callPublic,
  setSetting,
  signInAs,
  solvedCaptcha,
} from '../../../../test/publicCalls.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'

const portal = 'portal.tigris.example'
const ownAddress = `https://${portal}`
const platformAddress = 'https://muster.example'

let app: TestApp
let dns: TestDns
let admin: TestUser
let bank: { id: string }
let branch: { id: string }
let roleId: string

/** The bank has a name, a support contact and a proved domain; its branch has nothing of its own. */
beforeAll(async () => {
  dns = await startTestDns()
  app = await startTestApp(
    { now: () => new Date() },
    { MUSTER_DNS_SERVERS: dns.address, MUSTER_PUBLIC_URL: platformAddress },
  )
  await setSetting(app, siteSetting, { registration: true })
  bank = await addOrganization(app.platform, { name: 'bank', code: 'bank', parentId: app.rootId })
  branch = await addOrganization(app.platform, { name: 'br', code: 'br', parentId: bank.id })
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  const label = { name: 'Tigris', orgId: bank.id, domains: [portal, 'unproved.example'] }
  const { id } = await admin.get(customizes.add, { body: label })
  const params = { id: bank.id }
  const { id: _, inherited: __, ...website } = await admin.get(orgWebsite.get, { params })
  const own = { ...website, webName: 'Tigris Bank', support: 'Call <100>' }
  await admin.get(orgWebsite.save, { params, body: own })
  const { claims } = await admin.get(customizes.detail, { params: { id } })
  const claim = claims.find(({ domain }) => domain === portal)
  dns.records.set(`_muster.${portal}`, proofText(claim?.token ?? ''))
  await admin.get(customizes.verify, { params: { id: claim?.id ?? '' } })
  const role = await app.platform.db
    .insertInto('role')
    .values({ code: 'developer', name: 'Developer', isSystem: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  roleId = role.id
  await app.platform.db.insertInto('dataScope').values({ roleId, kind: 'OWN_ORG' }).execute()
})
afterAll(async () => {
  await app.close()
  await dns.close()
})

/** The last mail to an address. */
const mailTo = (email: string) =>
  app.platform.db
    .selectFrom('mailLog')
    .selectAll()
    .where('toAddress', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

/** The last mail to an address: which it is, and whether it goes out in the bank's name. */
async function lastMail(email: string) {
  const { template, html, subject } = await mailTo(email)
  const marks = ['<b>Tigris Bank</b>', 'Questions: Call &lt;100&gt;', `<a href="${ownAddress}" dir`]
  const isPlatforms = /Terminal Management System|muster\.example/.test(html + subject)
  return { template, html, isOwn: marks.every((mark) => html.includes(mark)) && !isPlatforms }
}

async function personOf(orgId: string) {
  const person = await addPerson(app)
  await app.platform.db.updateTable('appUser').set({ orgId }).where('id', '=', person.id).execute()
  return person
}

let people = 0

/** Asks for an account at a host, and proves the address. */
async function applicantAt(host: string): Promise<PlatformUser> {
  people += 1
  const email = `applicant${people}@example.org`
  const wish = { email, realName: 'Zaid', kind: 'DEVELOPER', company: 'Apps' }
  await app.http.inject({
    method: 'POST',
    url: registration.register.path,
    remoteAddress: '10.0.0.1',
    headers: { host, 'content-type': 'application/json' },
    payload: JSON.stringify({ ...wish, ...(await solvedCaptcha(app)) }),
  })
  const { html } = await mailTo(email)
  const token = /token=([\w-]+)/.exec(html)?.[1] ?? ''
  await callPublic(app, callback.open, { body: { token } })
  const { list } = await admin.get(platformUsers.page, { query: { keyword: email } })
  const [found] = list
  if (!found) throw new Error('nobody registered')
  return found
}

const decide = ({ id, version }: PlatformUser, result: 'APPROVED' | 'REJECTED') =>
  admin.get(platformUsers.review, {
    params: { id },
    body: {
      result,
      version,
      reason: 'So it is',
      userName: `zaid${people}`,
      orgId: branch.id,
      roleIds: [roleId],
    },
  })

describe('mails to the people of an organisation carry its name, address and support', () => {
  it('with a code for a forgotten password', async () => {
    const { userName, email } = await personOf(branch.id)
    const query = { userName, verificationType: verificationTypes.forgotten }
    await callPublic(app, recovery.code, { query })
    expect(await lastMail(email)).toMatchObject({ template: 'FORGET_PWD', isOwn: true })
  })

  it('with an invitation, whose link opens its own address', async () => {
    const email = 'invited@example.org'
    const person = { userName: 'invited', realName: 'Invited', email }
    await admin.get(users.add, { body: { ...person, orgId: branch.id, roleIds: [roleId] } })
    const mail = await lastMail(email)
    expect(mail).toMatchObject({ template: 'INVITE', isOwn: true })
    expect(mail.html).toContain(`${ownAddress}/#/callback?token=`)
  })

  it('with word of a sign-in from a new device', async () => {
    const { userName, email } = await personOf(bank.id)
    await signInAs(app, { userName, password: aPassword })
    await signInAs(app, { userName, password: aPassword }, { ip: '192.0.2.9' })
    expect(await lastMail(email)).toMatchObject({ template: 'NEW_SIGN_IN', isOwn: true })
  })

  it('to who asked for an account at its address: the proof, and what became of it', async () => {
    const rejected = await applicantAt(portal)
    const proof = await lastMail(rejected.email)
    expect(proof).toMatchObject({ template: 'REGISTER_CODE', isOwn: true })
    expect(proof.html).toContain(`${ownAddress}/#/callback?token=`)
    await decide(rejected, 'REJECTED')
    const result = { template: 'REVIEW_RESULT', isOwn: true }
    expect(await lastMail(rejected.email)).toMatchObject(result)
  })

  it('to who asked at the platform’s, once his account is of that organisation', async () => {
    const found = await applicantAt('muster.example')
    expect((await mailTo(found.email)).html).toContain(`${platformAddress}/#/callback?token=`)
    await decide(found, 'APPROVED')
    const { html } = await mailTo(found.email)
    expect(html).toContain('<b>Tigris Bank</b>')
  })
})

it.each(['unproved.example', 'evil.example', 'portal.tigris.example.evil.example'])(
  'a host that is nobody’s changes nothing: %s',
  async (host) => {
    const { email } = await applicantAt(host)
    const { html } = await mailTo(email)
    expect(html).toContain('<b>Terminal Management System</b>')
    expect(html).toContain(`${platformAddress}/#/callback?token=`)
    expect(html).not.toContain(host)
  },
)
