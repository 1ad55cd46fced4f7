import { beforeEach, expect, it } from 'vitest'
import { answerQuestion, prepareBrowser } from '../../../test/show.tsx'
import { useQuestion } from '../dialog/confirm.ts'
import { confirmChosen } from './confirmChosen.ts'

beforeEach(prepareBrowser)

const title = 'Close'
const ids = (count: number) => Array.from({ length: count }, (_, n) => String(n))

it('asks nothing about a few that were chosen one by one', async () => {
  expect(await confirmChosen({ ids: ids(100) }, { title })).toBe(true)
  expect(useQuestion.getState().asked).toBeNull()
})

it.each([
  [{ ids: ids(101) }, 101, /^This concerns 101 chosen records/],
  [{ rows: ids(101).map((id) => ({ id, version: 1 })) }, 101, /^This concerns 101 chosen records/],
  [{ matching: {}, count: 3 }, 3, /^This concerns all 3 records that match/],
])('asks about many, and about what nobody has seen', async (which, count, text) => {
  const agreed = confirmChosen(which, { title })
  expect(useQuestion.getState().asked).toMatchObject({ title, agree: title, count })
  expect(useQuestion.getState().asked?.text).toMatch(text)
  await answerQuestion(false)
  expect(await agreed).toBe(false)
})
