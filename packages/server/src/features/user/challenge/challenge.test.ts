import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { challenges, codes, session, siteSetting, solveWork } from '@muster/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addPerson,
  aKey,
  aPassword,
  callPublic,
  setSetting,
  solvedCaptcha,
  tryLogin,
} from '../../../../test/publicCalls.ts'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { captchaAlphabet } from './captchaPicture.ts'

const clock = { now: () => new Date() }
let app: TestApp
let login: { userName: string; password: string }

beforeAll(async () => {
  app = await startTestApp(clock)
  login = { userName: (await addPerson(app)).userName, password: aPassword }
})
afterEach(async () => {
  clock.now = () => new Date()
  await setSetting(app, siteSetting, {})
})
afterAll(() => app.close())

/** The same text but for its first letter. */
const altered = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`

const later = (ms: number) => {
  const moment = Date.now() + ms
  clock.now = () => new Date(moment)
}

describe('a captcha', () => {
  it('is asked for at every sign-in where the site says so, and told apart from a wrong one', async () => {
    await setSetting(app, siteSetting, { validCode: 1 })
    expect((await tryLogin(app, login)).code).toBe(codes.captchaRequired)
    const wrong = { ...(await solvedCaptcha(app)), captcha: 'nonsense' }
    expect((await tryLogin(app, { ...login, ...wrong })).code).toBe(codes.captchaWrong)
    expect((await tryLogin(app, { ...login, ...(await solvedCaptcha(app)) })).code).toBe(
      codes.success,
    )
  })

  it('may be solved by work in place of the picture, by whoever cannot see it', async () => {
    await setSetting(app, siteSetting, { validCode: 1 })
    const { data } = await callPublic(app, challenges.captcha, {})
    expect(data.work.bits).toBeGreaterThanOrEqual(16)
    const proof = { captchaId: data.captchaId, captcha: await solveWork(data.work) }
    expect((await tryLogin(app, { ...login, ...proof })).code).toBe(codes.success)
  })

  it('is good once, also for two who show it side by side', async () => {
    await setSetting(app, siteSetting, { validCode: 1 })
    const proof = await solvedCaptcha(app)
    const answers = await Promise.all([1, 2, 3].map(() => tryLogin(app, { ...login, ...proof })))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      codes.success,
      codes.captchaWrong,
      codes.captchaWrong,
    ])
  })

  it('is used up by a wrong answer', async () => {
    await setSetting(app, siteSetting, { validCode: 1 })
    const proof = await solvedCaptcha(app)
    await tryLogin(app, { ...login, ...proof, captcha: 'AAAAA' })
    expect((await tryLogin(app, { ...login, ...proof })).code).toBe(codes.captchaWrong)
  })

  it('is good for two minutes', async () => {
    await setSetting(app, siteSetting, { validCode: 1 })
    const proof = await solvedCaptcha(app)
    later(121_000)
    expect((await tryLogin(app, { ...login, ...proof })).code).toBe(codes.captchaWrong)
  })

  it('is good from the address that asked for it', async () => {
    await setSetting(app, siteSetting, { validCode: 1 })
    const proof = await solvedCaptcha(app, { ip: '10.1.1.1' })
    const elsewhere = await tryLogin(app, { ...login, ...proof }, { ip: '10.1.1.2' })
    expect(elsewhere.code).toBe(codes.captchaWrong)
  })

  it('cannot be made up or altered', async () => {
    await setSetting(app, siteSetting, { validCode: 1 })
    const { captchaId, captcha } = await solvedCaptcha(app)
    for (const id of ['x', altered(captchaId), `${captchaId}AAAA`])
      expect((await tryLogin(app, { ...login, captchaId: id, captcha })).code).toBe(
        codes.captchaWrong,
      )
  })

  it('spells nothing out in its picture', async () => {
    const { data } = await callPublic(app, challenges.captcha, {})
    const svg = Buffer.from(data.image.split(',')[1] ?? '', 'base64').toString()
    // Lines only: no text, no title, nothing to read but the points they run through.
    expect(svg).toMatch(/^<svg [^<>]*>(<(polyline|path) [^<>]*\/>)+<\/svg>$/)
    expect(new Set(captchaAlphabet).size).toBe(captchaAlphabet.length)
  })
})

describe('a sealed password', () => {
  const seal = async (change: (text: object) => object = (text) => text) => {
    const { data } = await callPublic(app, challenges.rsaKey, {})
    const { keyId, publicKey, nonce } = data
    const key = createPublicKey({
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(3072)
    const text = JSON.stringify(change({ password: aPassword, nonce }))
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const cipher = publicEncrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(text))
    return { keyId, cipher: cipher.toString('base64') }
  }
  const send = async (rsa: { keyId: string; cipher: string }) => {
    const body = { userName: login.userName, rsa, publicKey: aKey }
    return (await callPublic(app, session.login, { body }, { ip: '10.5.0.1' })).code
  }

  it('is not offered unless the site wants it', async () => {
    expect((await callPublic(app, challenges.rsaKey, {})).code).toBe(codes.wrongState)
  })

  it('opens with the key of the day and signs in, once', async () => {
    await setSetting(app, siteSetting, { rsaLogin: true })
    const sealed = await seal()
    expect(await send(sealed)).toBe(codes.success)
    expect(await send(sealed)).toBe(codes.badRequest)
  })

  it('is not accepted after two minutes, nor with a nonce of nobody or a text of its own', async () => {
    await setSetting(app, siteSetting, { rsaLogin: true })
    expect(await send(await seal((text) => ({ ...text, nonce: 'x' })))).toBe(codes.badRequest)
    expect(await send(await seal(() => ({ hello: 1 })))).toBe(codes.badRequest)
    expect(await send({ keyId: 'login.rsa.2020-01-01', cipher: 'AAAA' })).toBe(codes.badRequest)
    const sealed = await seal()
    expect(await send({ ...sealed, cipher: altered(sealed.cipher) })).toBe(codes.badRequest)
    later(121_000)
    expect(await send(sealed)).toBe(codes.badRequest)
  })

  it('has another key the next day, and the one before still opens', async () => {
    await setSetting(app, siteSetting, { rsaLogin: true })
    const first = await seal()
    later(86_400_000)
    const second = await seal()
    expect(second.keyId).not.toBe(first.keyId)
    expect(await send(second)).toBe(codes.success)
    expect(await send({ ...first, keyId: second.keyId })).toBe(codes.badRequest)
  })
})
