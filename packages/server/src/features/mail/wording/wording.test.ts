import { codes, type MailCode, mailTemplates, mailVariables } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { mailTo } from '../index.ts'
import { fillHtml, fillLine, plainText, wordingProblem } from './wording.rules.ts'
import { isMailCode, shippedLanguages, shippedWording } from './wording.ts'

const codesOfMails = Object.keys(mailVariables).filter(isMailCode)

describe('the shipped wordings', () => {
  it.each(codesOfMails)('of %s are filled completely in each language', (code) => {
    const problems = shippedLanguages.map((language) => {
      const wording = shippedWording(code, language)
      return wording ? wordingProblem(code, wording) : 'none'
    })
    expect(problems).toEqual(shippedLanguages.map(() => null))
  })

  it('are in Arabic where they claim to be', () => {
    const foreign = codesOfMails.filter(
      (code) => !/\p{Script=Arabic}/u.test(shippedWording(code, 'ar-IQ')?.body ?? ''),
    )
    // These two hold nothing but variables.
    expect(foreign).toEqual(['ALARM', 'REPORT'])
  })
})

describe('a wording', () => {
  const problem = (body: string, subject = 'x', code: MailCode = 'NEW_SIGN_IN') =>
    wordingProblem(code, { subject, body })

  it('takes a value as text, whatever it holds', () => {
    const values = { userName: '<img src=x onerror=alert(1)>{{ip}}"\'&', ip: '::1' }
    expect(fillHtml('<p title="{{userName}}">{{ ip }}</p>', values)).toBe(
      '<p title="&lt;img src=x onerror=alert(1)&gt;{{ip}}&quot;&#39;&amp;">::1</p>',
    )
    expect(fillLine('Hello {{userName}}', { userName: 'x\r\nBcc: evil@example.com' })).toBe(
      'Hello x Bcc: evil@example.com',
    )
  })

  it.each([
    ['{{password}}', 'password'],
    ['{{user name}}', 'user name'],
    ['{{}}', ''],
    ['{{constructor}}', 'constructor'],
    ['{{#each x}}', '#each x'],
  ])('is refused for the variable in %s', (body, name) => {
    expect(problem(body)).toEqual({ field: 'body', key: 'mail.unknownVariable', name })
  })

  it('must hold its code, and not in the subject', () => {
    expect(problem('Welcome', 'x', 'LOGIN_CODE')).toMatchObject({
      key: 'mail.missingVariable',
      name: 'code',
    })
    expect(problem('{{code}}', '{{code}}', 'LOGIN_CODE')).toMatchObject({ field: 'subject' })
    expect(problem('{{code}}', 'x', 'LOGIN_CODE')).toBeNull()
  })

  it.each([
    '{{code}}<img src="https://spy.example/{{code}}">',
    "{{code}}<img alt='>' src='https://spy.example/{{ code }}'>",
    '{{code}}<img src=https://spy.example/{{code}}',
    '{{code}}<p style="background:url(https://spy.example/{{code}})">',
    '{{code}}<a href="https://spy.example/{{code}}">x</a>',
  ])('is refused where its code would be carried elsewhere: %s', (body) => {
    const name = 'code'
    expect(problem(body, 'x', 'LOGIN_CODE')).toMatchObject({ key: 'mail.forbiddenHtml', name })
  })

  it('may link to its link', () => {
    expect(problem('<a href="{{link}}">{{link}}</a>', 'x', 'INVITE')).toBeNull()
    expect(problem('<a href="https://spy.example/{{link}}">x</a>', 'x', 'INVITE')).not.toBeNull()
  })

  it.each([
    '<script>alert(1)</script>',
    '<ScRiPt src=//evil>',
    '<iframe src=//evil>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=data:text/html,x>x</a>',
    '<form action=//evil>',
    '<svg/onload=alert(1)>',
  ])('is refused with %s', (body) => {
    expect(problem(body)).toMatchObject({ key: 'mail.forbiddenHtml' })
  })

  it('may speak of data and scripts', () => {
    expect(problem('<p style="color:red">Your data: 3 scripts, one = two</p>')).toBeNull()
  })

  it('reads as a plain text too', () => {
    const html =
      '<title>x</title><p>One<br>two &amp; <b>three</b></p><p><a href="https://a.example">here</a></p>'
    expect(plainText(html)).toBe('One\ntwo & three\nhere (https://a.example)')
  })

  it('is read in time that grows with its length only, however odd it is', () => {
    const started = performance.now()
    for (const part of ['<', '<a ', '{{', '{{ ', '<a href="', ' on', '= ']) {
      const html = part.repeat(100_000 / part.length)
      plainText(html)
      problem(html)
      fillHtml(html, {})
    }
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('the templates', () => {
  let app: TestApp
  let admin: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  })
  afterAll(() => app.close())

  const params = { code: 'TEST', language: 'en' }
  const wording = { ...params, subject: 'Hello from {{server}}', body: '<p>{{time}}</p>' }

  it('are listed for each mail and language', async () => {
    const page = await admin.get(mailTemplates.page, { query: { pageSize: 100 } })
    expect(page.total).toBe(codesOfMails.length * shippedLanguages.length)
    const arabic = await admin.get(mailTemplates.page, {
      query: { code: 'INVITE', language: 'ar' },
    })
    expect(arabic.list).toMatchObject([
      { code: 'INVITE', language: 'ar-IQ', isChanged: false, version: 0 },
    ])
    expect(arabic.list[0]?.variables).toContain('link')
  })

  it('can be worded in a language that was added, and say it in English until then', async () => {
    await app.platform.db
      .insertInto('language')
      .values({ code: 'fr', name: 'French', nativeName: 'Français' })
      .execute()
    const query = { code: 'TEST', language: 'fr' }
    const [before] = (await admin.get(mailTemplates.page, { query })).list
    expect(before).toMatchObject({
      isChanged: false,
      subject: 'Test of the mail server {{server}}',
    })
    const body = { ...query, subject: 'Essai de {{server}}', body: '<p>{{time}}</p>', version: 0 }
    expect(await admin.get(mailTemplates.update, { body })).toMatchObject({ isChanged: true })
    const reset = await admin.get(mailTemplates.reset, { params: query })
    expect(reset).toMatchObject({ language: 'fr', subject: 'Test of the mail server {{server}}' })
    await app.platform.db.deleteFrom('language').where('code', '=', 'fr').execute()
  })

  it('say what an administrator makes them say, until a reset', async () => {
    const saved = await admin.get(mailTemplates.update, { body: { ...wording, version: 0 } })
    expect(saved).toMatchObject({ ...wording, isChanged: true, updatedBy: 'layla' })
    const id = await mailTo(
      { db: app.platform.db, platform: app.platform, ring: () => undefined },
      {
        to: 'me@example.com',
        template: 'TEST',
        language: 'en',
        values: { server: 'one', time: '2026-11-20T14:58:41.000Z' },
        orgId: null,
      },
    )
    const mail = await app.platform.db
      .selectFrom('mailLog')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    expect(mail?.subject).toBe('Hello from one')
    expect(mail?.html).toContain('<p>November 20, 2026 at 14:58 UTC</p>')
    expect(await admin.get(mailTemplates.reset, { params })).toMatchObject({
      isChanged: false,
      subject: 'Test of the mail server {{server}}',
    })
  })

  it('are not overwritten by who read an older wording, not even across a reset', async () => {
    const first = await admin.get(mailTemplates.update, { body: { ...wording, version: 0 } })
    const again = await admin.call(mailTemplates.update, { body: { ...wording, version: 0 } })
    expect(again).toMatchObject({
      code: codes.versionConflict,
      msg: 'layla changed this record in the meantime',
    })
    await admin.get(mailTemplates.reset, { params })
    await admin.get(mailTemplates.update, { body: { ...wording, version: 0 } })
    const stale = await admin.call(mailTemplates.update, {
      body: { ...wording, version: first.version },
    })
    expect(stale.code).toBe(codes.versionConflict)
  })

  it('are shown as they would arrive, in the direction of their language', async () => {
    const body = {
      code: 'INVITE',
      language: 'ar-IQ',
      subject: '{{inviter}}',
      body: '<p>{{link}}</p><img src="https://spy.example/seen.png">',
    }
    const shown = await admin.get(mailTemplates.preview, { body })
    // A browser that is given it fetches nothing: its policy stands before the picture.
    const [head] = shown.html.split('<img')
    expect(head).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src 'none'/)
    expect(shown.subject).toBe('Omar Karim')
    expect(shown.html).toContain('<html lang="ar-IQ" dir="rtl">')
    expect(shown.text).toContain('https://muster.example/#/invitation/8c1f')
  })

  it('name the field and what is wrong with it', async () => {
    const body = { ...wording, body: '{{nothing}}', version: 0 }
    expect(await admin.call(mailTemplates.update, { body })).toMatchObject({
      data: { fields: [{ field: 'body', message: 'Nobody fills the variable nothing' }] },
    })
  })
})
