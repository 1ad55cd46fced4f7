import { type Organization, organizations } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { RecordFacts } from './detail/RecordFacts.tsx'
import { OrganizationForm } from './OrganizationForm.tsx'
import { OrganizationTree } from './OrganizationTree.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const node = (name: string) => ({ id: name, name, code: name, children: [] })

function Page() {
  const dialog = useDialog<Organization>()
  return (
    <>
      <OrganizationTree selected={null} onSelect={() => undefined} />
      <button type="button" onClick={() => dialog.open()}>
        Open
      </button>
      <OrganizationForm dialog={dialog} parentId={null} />
    </>
  )
}

async function parentOffered(...roots: string[]): Promise<HTMLInputElement> {
  const server = answerCalls()
  server.reply(organizations.tree, () => roots.map(node))
  show(<Page />)
  await screen.findByRole('treeitem', { name: roots[0] ?? '' })
  fireEvent.click(screen.getByText('Open'))
  return screen.findByLabelText<HTMLInputElement>(/^Parent organisation/, { selector: 'input' })
}

it('is below the only root, unless who may make roots leaves it out', async () => {
  signInAs('all')
  const offered = await parentOffered('Bank')
  await waitFor(() => expect(offered.value).toBe('Bank'))
  cleanup()
  const free = await parentOffered('Bank', 'Shop')
  expect([free.value, free.required]).toEqual(['', false])
  await waitFor(() => expect(free.placeholder).toBe('None: a root of its own, beside the others'))
})

it('is below the own organisation, which others cannot leave out', async () => {
  signInAs([organizations.add.permission, organizations.page.permission])
  const offered = await parentOffered('Own')
  expect(offered.required).toBe(true)
  await waitFor(() => expect(offered.value).toBe('Own'))
})

it('reads no tree to edit one, which stays where it is', async () => {
  signInAs([organizations.update.permission, organizations.page.permission])
  const server = answerCalls()
  server.reply(organizations.tree, () => [node('Own')])
  const record = { id: 'Own', name: 'Own', code: 'OWN', type: 'HQ' } as unknown as Organization
  const dialog = { isOpen: true, record, open: () => undefined, close: () => undefined }
  show(<OrganizationForm dialog={dialog} parentId={null} />)
  expect(await screen.findByDisplayValue('OWN')).toBeTruthy()
  expect(server.of(organizations.tree)).toEqual([])
})

it('says whose time zone holds where there is none of its own', async () => {
  signInAs('all')
  answerCalls()
  const never = { validTo: null, createdAt: null, updatedAt: null }
  const record = { ...node('Shop'), ...never, parentId: 'Bank', timezoneName: null, level: 2 }
  const organization = record as unknown as Organization
  show(<RecordFacts organization={organization} />)
  expect(screen.getByText('As the organisation above it')).toBeTruthy()
  cleanup()
  show(<RecordFacts organization={{ ...organization, parentId: null }} />)
  expect(screen.queryByText('As the organisation above it')).toBeNull()
  const dialog = {
    isOpen: true,
    record: organization,
    open: () => undefined,
    close: () => undefined,
  }
  show(<OrganizationForm dialog={dialog} parentId={null} />)
  expect(await screen.findByPlaceholderText('As the organisation above it')).toBeTruthy()
})
