import { type Organization, type OrganizationPage, organizationPages } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { PagesTab } from './PagesTab.tsx'

afterEach(cleanup)

const page: OrganizationPage = {
  language: 'en',
  languageName: 'English',
  direction: 'ltr',
  html: '<p>Old</p>',
  version: 1,
} as OrganizationPage
// Only what the tab asks of an organisation.
const organization = { id: 'shop', name: 'Shop' } as Organization

it('keeps what was written while another tab is looked at, and the page stays marked', async () => {
  prepareBrowser()
  signInAs('all')
  answerCalls().reply(organizationPages.get, () => [page])
  const shown = show(
    <DetailPage
      title="Shop"
      back="/"
      tabs={[
        {
          key: 'pages',
          title: 'organization.tab.pages',
          content: (card) => <PagesTab organization={organization} {...card} />,
        },
        { key: 'users', title: 'organization.tab.users', content: () => 'Nobody' },
      ]}
    />,
  )
  const field = () => screen.findByLabelText<HTMLTextAreaElement>(/HTML/)
  await userEvent.type(await field(), ' and more')
  await userEvent.click(screen.getByRole('tab', { name: 'Users' }))
  expect(await screen.findByText('Nobody')).toBeDefined()
  expect(shown.isDirty).toBe(true)
  await userEvent.click(screen.getByRole('tab', { name: /unsaved/ }))
  expect((await field()).value).toBe('<p>Old</p> and more')
  expect(shown.isDirty).toBe(true)
})
