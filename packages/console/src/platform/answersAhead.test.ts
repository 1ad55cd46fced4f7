import { beforeEach, expect, it } from 'vitest'

localStorage.setItem('token', 'token')
const { answerAhead, forgetAhead, readAhead } = await import('./answersAhead.ts')
const { keepStart, lastStart, prefetchCall, takePrefetched } = await import('./prefetchedCalls.ts')

beforeEach(forgetAhead)

const said = (body: object) => () => Promise.resolve(Response.json(body))
const page = '/admin/device/v1/device/page?pageNum=1'

it('has the data of what was asked ahead, and asks for it ahead at the next start, too', async () => {
  prefetchCall(page, said({ code: 200, msg: '', data: { list: [] } }))
  expect(answerAhead(page)).toBeUndefined()
  await readAhead()
  expect(answerAhead(page)).toEqual({ list: [] })
  // Whoever asks the server after all finds its answer unread.
  expect(await takePrefetched(page)?.then((response) => response.json())).toMatchObject({
    data: { list: [] },
  })
  keepStart()
  expect(lastStart(location.hash).calls).toEqual([page])
})

it('leaves what was refused or did not come to whoever asks', async () => {
  prefetchCall('/refused', said({ code: 403, msg: 'no', data: null }))
  prefetchCall('/cut', () => Promise.reject(new TypeError('network')))
  await readAhead()
  expect(answerAhead('/refused')).toBeUndefined()
  expect(answerAhead('/cut')).toBeUndefined()
  expect(takePrefetched('/refused')).toBeDefined()
})

it('is forgotten once the page is drawn', async () => {
  prefetchCall('/own', said({ code: 200, msg: '', data: 1 }))
  await readAhead()
  forgetAhead()
  expect(answerAhead('/own')).toBeUndefined()
})

it('keeps nothing that comes after the page was drawn', async () => {
  let come = (_: Response): void => undefined
  prefetchCall('/slow', () => new Promise((resolve) => (come = resolve)))
  const read = readAhead()
  forgetAhead()
  come(Response.json({ code: 200, msg: '', data: 1 }))
  await read
  expect(answerAhead('/slow')).toBeUndefined()
})
