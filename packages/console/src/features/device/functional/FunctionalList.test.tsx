import { type Functional, functionals } from '@muster/contract'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { FunctionalList } from './FunctionalList.tsx'

listSpec('profiles', { Screen: FunctionalList, page: functionals.page })

const id = '019a0000-0000-7000-8000-000000000001'
// What the list shows of a profile.
const row = {
  id,
  name: 'Counters',
  level: 'PLATFORM',
  state: 'PUBLISHED',
  revision: 1,
  status: 1,
  version: 1,
  publishedAt: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
} as unknown as Functional

it('says for how many terminals a profile holds no more before it is switched off', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  server.reply(functionals.page, () => ({ list: [row], total: 1, pageNum: 1, pageSize: 20 }))
  server.reply(functionals.rowsImpact, () => ({ count: 140 }))
  server.reply(functionals.setStatus, () => ({ count: 1 }))
  show(<FunctionalList />)
  await userEvent.click(await screen.findByRole('switch'))
  await waitFor(() =>
    expect(useQuestion.getState().asked).toMatchObject({
      text: expect.stringMatching(/no more: 140/),
      count: 140,
    }),
  )
  expect(server.of(functionals.rowsImpact)[0]?.body).toMatchObject({ ids: [id], holds: false })
  expect(server.of(functionals.setStatus)).toHaveLength(0)
  await answerQuestion(true)
  await waitFor(() => expect(server.of(functionals.setStatus)).toHaveLength(1))
})

it('says that it is for more where they are not counted to the end', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  server.reply(functionals.page, () => ({ list: [row], total: 1, pageNum: 1, pageSize: 20 }))
  server.reply(functionals.rowsImpact, () => ({ count: 10_000, capped: true }))
  show(<FunctionalList />)
  await userEvent.click(await screen.findByRole('switch'))
  await waitFor(() =>
    expect(useQuestion.getState().asked).toMatchObject({
      text: expect.stringMatching(/: 10,000\+/),
      count: 10_000,
    }),
  )
  await answerQuestion(false)
})
