import { mostTreeNodes, organizations } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { OrganizationTree } from './OrganizationTree.tsx'

/** A tree of this many is drawn in no time. */
vi.mock('@muster/contract', async (load) => ({
  ...(await load<object>()),
  mostTreeNodes: 5,
}))

const node = (id: string, children: { id: string }[] = []) => ({
  id,
  name: id,
  code: id,
  children: children as never[],
})

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  answerCalls().reply(organizations.tree, () => [
    node('Bank', [node('North'), node('South')]),
    node('Shop'),
  ])
})
afterEach(cleanup)

it('is walked, folded and chosen from by keyboard', async () => {
  const choose = vi.fn<(id: string | null) => void>()
  show(<OrganizationTree selected={null} onSelect={choose} />)
  await screen.findByRole('treeitem', { name: 'Bank' })
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(choose).toHaveBeenLastCalledWith('South')
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(screen.queryByRole('treeitem', { name: 'North' })).toBeNull()
  expect(screen.getByRole('treeitem', { name: 'Bank' }).ariaExpanded).toBe('false')
  await userEvent.keyboard('{ArrowRight}{End}{Enter}')
  expect(choose).toHaveBeenLastCalledWith('Shop')
})

it('lists all again when the chosen one is chosen once more', async () => {
  const choose = vi.fn<(id: string | null) => void>()
  show(<OrganizationTree selected="Shop" onSelect={choose} />)
  await userEvent.click(await screen.findByRole('treeitem', { name: 'Shop' }))
  expect(choose).toHaveBeenLastCalledWith(null)
})

it('says where it is not the whole tree', async () => {
  show(<OrganizationTree selected={null} onSelect={() => undefined} />)
  await screen.findByRole('treeitem', { name: 'Bank' })
  expect(screen.queryByText(/Only the first/)).toBeNull()
  cleanup()
  answerCalls().reply(organizations.tree, () =>
    Array.from({ length: mostTreeNodes + 1 }, (_, at) => node(`Branch ${at}`)),
  )
  show(<OrganizationTree selected={null} onSelect={() => undefined} />)
  expect(await screen.findByText(/Only the first 5 are shown/)).toBeTruthy()
})
