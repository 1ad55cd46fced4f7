import { codes, type Plan, plans, upgradeResults } from '@muster/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { useNotices } from '../../../kit/notify.ts'
import { mayDo, usePlanActs } from './usePlanActs.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const plan = { state: 'FINISHED', status: 1, succeeded: 1, installed: 0, unwell: 0 } as Plan

it('offers no act of a plan that is disabled', () => {
  expect(mayDo(plan, 'rollBack')).toBe(true)
  expect(mayDo({ ...plan, status: 0 }, 'rollBack')).toBe(false)
  const draft = { ...plan, state: 'DRAFT' as const }
  expect([mayDo(draft, 'submit'), mayDo({ ...draft, status: 0 }, 'submit')]).toEqual([true, false])
})

/** Does what needs no form. */
function actsOf() {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children)
  return renderHook(usePlanActs, { wrapper }).result.current
}

it.each([
  ['RUNNING', '7 terminals of June begin anew'],
  ['PAUSED', '7 terminals of June begin anew once the plan is resumed'],
] as const)('says of a plan that is %s when its terminals begin anew', async (state, text) => {
  signInAs('all')
  useNotices.setState({ list: [] })
  answerCalls().reply(plans.retry, () => ({ count: 7 }))
  await actsOf()({ ...plan, id: 'p1', name: 'June', state }, 'retry')
  expect(useNotices.getState().list.map((notice) => notice.text)).toEqual([text])
})

it('says what is wrong with a plan that cannot be handed in', async () => {
  signInAs('all')
  useNotices.setState({ list: [] })
  const fields = [{ field: 'targets', message: 'The plan would bring it to no terminal' }]
  answerCalls().refuse(plans.submit, refuse(codes.badRequest, 'Some values', { fields }))
  await actsOf()({ ...plan, id: 'p1', name: 'June', state: 'DRAFT' }, 'submit')
  expect(useNotices.getState().list).toMatchObject([
    { kind: 'error', text: 'The plan would bring it to no terminal', count: 1 },
  ])
})

/** The question before a plan is rolled back. */
async function rollBackText(): Promise<string | undefined> {
  const done = actsOf()({ ...plan, id: 'p1', name: 'June' }, 'rollBack')
  await waitFor(() => expect(useQuestion.getState().asked).not.toBeNull())
  const text = useQuestion.getState().asked?.text
  await answerQuestion(false)
  await done
  return text
}

const page = { list: [], pageNum: 1, pageSize: 20 }

it.each([
  [
    { total: 895 },
    /^One terminal has the new version by this plan\. .*online go back; if there are none, nothing changes\. 895 terminals had the new version already .* they keep it\.$/,
  ],
  [{ total: 1 }, /online go back; if there are none, nothing changes\. 1 terminal had/],
  [
    { total: 10_000, capped: true },
    /online go back; if there are none, nothing changes\. At least 10,?000 terminals had/,
  ],
  [{ total: 0 }, /nothing changes\.$/],
])('tells before a rollback how many keep the version: %o', async (found, text) => {
  signInAs('all')
  const server = answerCalls()
  server.reply(upgradeResults.page, () => ({ ...page, ...found }))
  expect(await rollBackText()).toMatch(text)
  expect(server.asked.find(({ path }) => path === upgradeResults.page.path)?.query).toMatchObject({
    planId: 'p1',
    state: 'FILTERED',
    code: 'I202',
  })
})

it('asks without that who may not read results, or where they cannot be read', async () => {
  signInAs([plans.rollBack.permission])
  answerCalls()
  expect(await rollBackText()).toMatch(/nothing changes\.$/)
  signInAs('all')
  answerCalls().refuse(upgradeResults.page, refuse(codes.unavailable, 'Not now.'))
  expect(await rollBackText()).toMatch(/nothing changes\.$/)
})
