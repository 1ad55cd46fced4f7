import { organizations } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { OrganizationMenu } from './OrganizationMenu.tsx'

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
})
afterEach(cleanup)

const moving = { isOpen: false, record: null, open: () => undefined, close: () => undefined }

it('holds Delete last, set apart from the others', async () => {
  server.reply(organizations.remove, () => ({ count: 1, rows: [] }))
  show(<OrganizationMenu organization={{ id: '7', name: 'North' } as never} moving={moving} />)
  await userEvent.click(screen.getByRole('button', { name: 'Actions of North' }))
  const menu = await screen.findByRole('menu', { hidden: true })
  const last = menu.lastElementChild
  expect(last?.textContent).toBe('Delete')
  expect(last?.querySelector('svg')).toBeTruthy()
  expect(last?.previousElementSibling?.getAttribute('role')).not.toBe('menuitem')
  await userEvent.click(last as HTMLElement)
  await waitFor(() => expect(server.of(organizations.remove)).toHaveLength(1))
})

it('is not there for who may do nothing of it', () => {
  signInAs(['ORGANIZATION_LIST', 'ORGANIZATION_EDIT'])
  show(<OrganizationMenu organization={{ id: '7', name: 'North' } as never} moving={moving} />)
  expect(screen.queryByRole('button')).toBeNull()
})
