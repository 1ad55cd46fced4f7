import { session } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { answerCalls } from '../../../test/answers.ts'
import { menuItem } from '../../../test/menuItem.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { signInAs } from '../../../test/show.tsx'
import { useNotices } from '../../kit/notify.ts'
import { forgetSession, useSession } from '../../kit/session.ts'
import { currentAddress, navigate, redirect } from '../../platform/address.ts'
import { takeTexts } from '../../platform/texts.ts'
import { useNavigation } from './navigation.ts'
import { forgetTabs } from '../tabs/store.ts'

const page = (frontName: string, frontPath: string, frontComponent: string) =>
  menuItem(frontPath, { frontName, frontComponent, isShow: frontName === 'Ucenter' ? 0 : 1 })
const menu = [
  page('Area', '/timezone/area', 'AREA'),
  page('Ucenter', '/ucenter', 'PERSONAL_CENTER'),
]
const flags = { firstLogin: 0, initEmail: 0, pwdCheck: 0, bindFactor: 0 } as const

beforeEach(() => {
  takeTexts(shippedTexts['en'] ?? {})
  signInAs(['PERSONAL_BASE_INFO'])
  useSession.setState({ menu, flags })
  redirect('/')
})

afterEach(() => {
  cleanup()
  forgetTabs()
  forgetSession()
  useNotices.setState({ list: [] })
})

async function arriveWith(due: Partial<Record<keyof typeof flags, 1>>): Promise<void> {
  useSession.setState({ flags: { ...flags, ...due } })
  renderHook(() => useNavigation())
  await waitFor(() => expect(currentAddress().path).not.toBe('/'))
}

const notices = () => useNotices.getState().list

it('goes to the first page of the sidebar', async () => {
  await arriveWith({})
  expect(currentAddress().path).toBe('/timezone/area')
  expect(notices()).toEqual([])
})

it.each([
  { due: { initEmail: 1 }, says: /e-mail address/, opens: { initEmail: '1' } },
  { due: { pwdCheck: 1 }, says: /password needs to be renewed/, opens: { pwdCheck: '1' } },
] as const)('reminds for ten seconds of what is due: $due', async ({ due, says, opens }) => {
  await arriveWith(due)
  expect(currentAddress().path).toBe('/timezone/area')
  expect(notices()).toHaveLength(1)
  expect(notices()[0]).toMatchObject({ kind: 'warning', lasts: 10_000 })
  expect(notices()[0]?.text).toMatch(says)
  notices()[0]?.onClick?.()
  expect(currentAddress()).toEqual({ path: '/ucenter', query: opens })
})

it.each(['firstLogin', 'bindFactor'] as const)('leads nowhere but there while %s', async (flag) => {
  await arriveWith({ [flag]: 1 })
  expect(currentAddress()).toEqual({ path: '/ucenter', query: { [flag]: '1' } })
  navigate('/timezone/area')
  await waitFor(() => expect(currentAddress().path).toBe('/ucenter'))
})

it('leads on at once when what was due has been done', async () => {
  await arriveWith({ firstLogin: 1 })
  useSession.setState({ flags })
  redirect('/')
  expect(currentAddress().path).toBe('/timezone/area')
})

it('leads to 404 where no page is', async () => {
  answerCalls().reply(session.missing, () => ({ permission: null }))
  redirect('/nowhere')
  renderHook(() => useNavigation())
  await waitFor(() => expect(currentAddress().path).toBe('/404'))
})
