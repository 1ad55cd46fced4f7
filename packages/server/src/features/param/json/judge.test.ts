import { codes, jsonDocuments, vendors } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endlessSchema as endless } from '../../../../test/endlessSchema.ts'
import { signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { judgeDocuments } from './judge.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('that takes for ever keeps nobody from anything else, and is asked for a few times at once', async () => {
  const editor = await signedIn(app, { permissions: [jsonDocuments.validate.permission] })
  const other = await signedIn(app, { isSuperAdmin: true })
  const body = { id: null, document: '{"x": 1}', schema: endless }
  const asked = Array.from({ length: 20 }, () => editor.call(jsonDocuments.validate, { body }))
  const answers = asked.map(async (one) => (await one).code)
  expect((await other.call(vendors.page, { query: {} })).code).toBe(codes.success)
  const plain = { id: null, document: '{}', schema: '{}' }
  expect(await other.get(jsonDocuments.validate, { body: plain })).toEqual({ faults: [] })
  const told = (await Promise.all(answers)).toSorted((one, two) => one - two)
  expect(told).toEqual([codes.success, codes.success, ...Array(18).fill(codes.unavailable)])
})

it('is taken for too slow when it was so twice, whatever else it is to judge', async () => {
  const documents = ['{"x": 1}', '{}', '{"x": 2}', '{"x": 3}', '{}']
  const verdicts = await judgeDocuments([
    ...documents.map((document) => ({ schema: endless, document })),
    { schema: '{}', document: '1' },
  ])
  const keywords = verdicts.map(({ faults }) => faults.map(({ keyword }) => keyword).join())
  // On a busy machine the one that is quick may be too slow as well.
  const quick = expect.stringMatching(/^(tooSlow)?$/)
  expect(keywords).toEqual(['tooSlow', quick, 'tooSlow', 'tooSlow', 'tooSlow', ''])
})

it('is judged for as long as there is time, and no further', async () => {
  const documents = Array.from({ length: 5 }, (_, n) => ({
    schema: endless.replace('{', `{"title":"${n}",`),
    document: '{"x": 1}',
  }))
  // The first one is judged whenever there is time.
  const verdicts = await judgeDocuments(documents, AbortSignal.timeout(1000))
  expect(verdicts.map(({ faults }) => faults.map(({ keyword }) => keyword))).toEqual([['tooSlow']])
})
