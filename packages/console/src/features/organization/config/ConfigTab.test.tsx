import {
  codes,
  type Organization,
  type OrganizationConfig,
  organizationConfig,
} from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { ConfigTab } from './ConfigTab.tsx'

const settings = {
  heartbeatSeconds: 60,
  locationMinutes: null,
  maintenance: null,
  blackouts: [],
  offlineAlarmMinutes: 1440,
  autoActivate: true,
  allowReplacement: true,
  storeVisible: true,
  launcher: null,
}
const shipped = { from: null, isDefault: true }
const config: OrganizationConfig = {
  ...settings,
  heartbeatSeconds: null,
  offlineAlarmMinutes: 30,
  blackouts: null,
  autoActivate: null,
  allowReplacement: null,
  storeVisible: null,
  version: 4,
  above: settings,
  from: {
    ...Object.fromEntries(Object.keys(settings).map((name) => [name, shipped])),
    heartbeatSeconds: { from: { id: 'bank', name: 'North Bank' }, isDefault: false },
  },
}
// Only what the tab asks of an organisation.
const organization = { id: 'shop', name: 'Shop' } as Organization

const offline = 'Report as offline after (minutes)'

/** The tab on its page, beside another one. */
const showTab = () =>
  show(
    <DetailPage
      title="Shop"
      back="/"
      tabs={[
        {
          key: 'config',
          title: 'organization.tab.config',
          content: (card) => <ConfigTab organization={organization} {...card} />,
        },
        { key: 'users', title: 'organization.tab.users', content: () => 'Nobody' },
      ]}
    />,
  )

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs(['ORG_CONFIG'])
  server = answerCalls()
  server.reply(organizationConfig.get, () => config)
})
afterEach(cleanup)

it('shows what is inherited and from whom, and fields only for what is set here', async () => {
  showTab()
  expect(await screen.findByText('from North Bank')).toBeDefined()
  expect(screen.queryByRole('textbox', { name: /Heartbeat every/ })).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: offline }).value).toBe('30')
})

it('sends what is set here, and null for what is inherited again', async () => {
  let sent: unknown
  server.reply(organizationConfig.save, ({ body }) => {
    sent = body
    return { ...config, heartbeatSeconds: 90, offlineAlarmMinutes: null, version: 5 }
  })
  showTab()
  await userEvent.click(await screen.findByRole('button', { name: /Set here: Heartbeat/ }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Heartbeat every/ })
  // It begins with what was in force.
  expect(field.value).toBe('60')
  await userEvent.clear(field)
  await userEvent.type(field, '90')
  await userEvent.click(screen.getByRole('button', { name: /Inherit: Report as offline/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toMatchObject({ heartbeatSeconds: 90, offlineAlarmMinutes: null, version: 4 }),
  )
  expect(await screen.findByRole('button', { name: /Set here: Report as offline/ })).toBeDefined()
})

it('keeps what was typed when somebody else has saved', async () => {
  const conflict = refuse(codes.versionConflict, 'Basra changed this record in the meantime')
  server.refuse(organizationConfig.save, conflict)
  showTab()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: offline })
  await userEvent.clear(field)
  await userEvent.type(field, '55')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Basra changed this record in the meantime')).toBeDefined()
  expect(field.value).toBe('55')
})

it('keeps what was typed while another tab is looked at, and the page stays marked', async () => {
  const page = showTab()
  const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: offline })
  await userEvent.clear(await field())
  await userEvent.type(await field(), '55')
  expect(page.isDirty).toBe(true)
  await userEvent.click(screen.getByRole('tab', { name: 'Users' }))
  expect(await screen.findByText('Nobody')).toBeDefined()
  expect(page.isDirty).toBe(true)
  await userEvent.click(screen.getByRole('tab', { name: 'Settings unsaved' }))
  expect((await field()).value).toBe('55')
  await userEvent.clear(await field())
  await userEvent.type(await field(), '30')
  expect(page.isDirty).toBe(false)
})
