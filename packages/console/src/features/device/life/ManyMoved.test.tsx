import { deviceLife, type MoveImpact, organizations } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { keepDrafts } from '../../../kit/form/drafts.ts'
import { LifeDialog } from './LifeDialog.tsx'

const org = '019a0000-0000-7000-8000-000000000901'
let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  sessionStorage.clear()
  useQuestion.setState({ asked: null })
  server = answerCalls()
  const tree = [{ id: org, name: 'Tigris Bank', code: 'TB', children: [] }]
  server.reply(organizations.tree, () => tree)
})
afterEach(cleanup)

const nothing = () => undefined

function open() {
  const which = { ids: ['019a0000-0000-7000-8000-000000000001'] }
  const record = {
    act: 'MOVE' as const,
    device: null,
    chosen: { which, count: 150, done: nothing },
  }
  show(<LifeDialog dialog={{ isOpen: true, record, open: nothing, close: nothing }} />)
}

async function choose() {
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('150 of 150 chosen terminals change.')
  const orgs = await dialog.findByLabelText(/^New organisation/, {
    selector: 'input:not([readonly])',
  })
  await userEvent.type(orgs, 'Tig{Enter}')
  return dialog
}

/** Of 150 chosen terminals so many change once it is known where they go. */
function count(counts: Pick<MoveImpact, 'may' | 'there'>) {
  server.reply(deviceLife.impact, ({ body }) => {
    const isAimed = JSON.stringify(body).includes(org)
    return { total: 150, kept: [], ...(isAimed ? counts : { may: 150, there: 0 }) }
  })
}

async function move(counts: Pick<MoveImpact, 'may' | 'there'>) {
  count(counts)
  open()
  const dialog = await choose()
  await dialog.findByText(`${counts.may} of 150 chosen terminals change.`)
  await userEvent.click(dialog.getByRole('button', { name: 'Move to organisation' }))
}

it('says how many are there already, and has the number of the others typed', async () => {
  await move({ may: 110, there: 40 })
  await screen.findByText('40 are there already and stay as they are.')
  await waitFor(() => expect(useQuestion.getState().asked?.count).toBe(110))
})

it('moves none where all are there already', async () => {
  await move({ may: 0, there: 150 })
  await screen.findByText('All that may move are there already.')
  expect(server.of(deviceLife.moveMany)).toEqual([])
})

it('says how many change where the organisation was put back from before', async () => {
  count({ may: 110, there: 40 })
  open()
  await (await choose()).findByText('110 of 150 chosen terminals change.')
  keepDrafts()
  cleanup()
  open()
  expect(await screen.findByText('110 of 150 chosen terminals change.')).toBeDefined()
})

it('keeps what is typed where it cannot be counted anew, and says why', async () => {
  count({ may: 110, there: 40 })
  open()
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText(/Reason/), 'a new house')
  server.refuse(deviceLife.impact, { code: 10001, msg: 'Not counted', data: null })
  await choose()
  await dialog.findByText('Not counted')
  expect(dialog.getByLabelText<HTMLInputElement>(/Reason/).value).toBe('a new house')
})
