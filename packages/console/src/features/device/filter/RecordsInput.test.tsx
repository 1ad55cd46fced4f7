import { mostTreeNodes, organizations } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { RecordChoices } from '../../../kit/filters/RecordChoices.tsx'
import { RecordsInput } from './RecordsInput.tsx'

/** A tree of this many is drawn in no time. */
vi.mock('@muster/contract', async (load) => ({
  ...(await load<object>()),
  mostTreeNodes: 5,
}))

let server: ReturnType<typeof answerCalls>
const choose = vi.fn<(id: string | string[]) => void>()

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  choose.mockClear()
  server = answerCalls()
  server.reply(organizations.list, ({ query }) =>
    query['keyword'] ? [{ id: 'id of Far', name: 'Far away', code: 'far' }] : [],
  )
})
afterEach(cleanup)

const common = { label: 'Organisation', of: organizations }
const fields = [
  ['of a list', <RecordChoices key="" {...common} value="" onChoose={choose} />, 'id of Far'],
  [
    'of a built filter',
    <RecordsInput key="" {...common} values={[]} onChange={choose} error={false} />,
    ['id of Far'],
  ],
] as const

function answerTree(count: number): void {
  const leaf = (name: string) => ({ id: `id of ${name}`, name, code: name, children: [] })
  server.reply(organizations.tree, () =>
    Array.from({ length: count }, (_, at) => leaf(`Branch ${at}`)),
  )
}

const input = () => screen.findByLabelText('Organisation', { selector: 'input:not([readonly])' })

it.each(fields)(
  'the field %s has the server look for what is left out of a tree too large, and says so',
  async (_, field, chosen) => {
    answerTree(mostTreeNodes + 1)
    show(field)
    await userEvent.click(await input())
    expect(await screen.findByText(/Only the first 5 are listed/)).toBeTruthy()
    await userEvent.type(await input(), 'far')
    await userEvent.click(await screen.findByText('Far away'))
    expect(server.of(organizations.list).at(0)?.query).toEqual({ keyword: 'far' })
    expect(choose.mock.lastCall?.[0]).toEqual(chosen)
  },
)

it.each(fields)('the field %s searches a tree that is here itself', async (_, field) => {
  answerTree(3)
  show(field)
  await userEvent.type(await input(), 'branch 2')
  expect(await screen.findAllByText('Branch 2')).toBeTruthy()
  expect(screen.queryByText('Branch 1')).toBeNull()
  expect(screen.queryByText(/Only the first/)).toBeNull()
  expect(server.of(organizations.list)).toEqual([])
})
