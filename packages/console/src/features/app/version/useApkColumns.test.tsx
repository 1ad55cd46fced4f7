import { type Apk, appFailuresList, appStat, dictionaries } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { query } from '../../../kit/queries.ts'
import { useSession } from '../../../kit/session.ts'
import { readAddress } from '../../../platform/address.ts'
import { useApkColumns } from './useApkColumns.tsx'

beforeEach(() => {
  prepareBrowser()
  useSession.setState({ menu: [menuItem('/log/app', { frontComponent: 'APK_LOG' })] })
})
afterEach(cleanup)

const appId = '01a2018d-3ba4-7e31-9cd6-28d5b7de897d'
const [from, to] = ['2026-03-01T00:00:00.000Z', '2026-03-08T00:00:00.000Z']

/** What the columns say of three versions: one that failed, one that never did, one that nobody tried. */
function Rates() {
  const column = useApkColumns(appId).find(({ title }) => title === 'apk.failureRate')
  return [9, 8, 7].map((versionCode) => (
    <p key={versionCode}>{column?.render?.({ appId, versionCode } as Apk) ?? 'untold'}</p>
  ))
}

function answer() {
  const server = answerCalls()
  server.reply(appStat.summary, () => ({
    package: 'com.bank.pay',
    terminals: 0,
    newest: null,
    versions: [],
    sideLoaded: 0,
  }))
  server.reply(appStat.failure, () => ({
    from,
    to,
    versions: [
      { code: 9, done: 9, failed: 3 },
      { code: 8, done: 4, failed: 0 },
    ],
    countedAt: to,
  }))
  return server
}

it('says how often a version failed in seven days, and leads to the installs that did', async () => {
  signInAs('all')
  const server = answer()
  show(<Rates />)
  const link = await screen.findByRole('link', { name: '25% (3)' })
  const list = appFailuresList({ from, to }, { appId, versionCode: 9 })
  expect(readAddress(link.getAttribute('href') ?? '').query).toEqual({
    ...list?.query,
    versionCode: '9',
  })
  expect(screen.getByText('0%')).toBeTruthy()
  expect(screen.getByText('–')).toBeTruthy()
  expect(server.of(appStat.failure)[0]?.query).toEqual({ appId, days: '7' })
})

it('leads nowhere where the log is not for the reader', async () => {
  signInAs(['STATISTICS_APK'])
  answer()
  show(<Rates />)
  expect(await screen.findByText('25% (3)')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

/** Asks after whatever stands before it has asked. */
function Last() {
  const { data } = useQuery(query(dictionaries.choices, { params: { code: 'any' }, query: {} }))
  return data && <p>answered</p>
}

it('asks for no figures that the reader may not see', async () => {
  signInAs(['APK_LIST'])
  const server = answer()
  show(
    <>
      <Rates />
      <Last />
    </>,
  )
  await screen.findByText('answered')
  expect(screen.getAllByText('untold')).toHaveLength(3)
  expect(server.of(dictionaries.choices)).toHaveLength(1)
  expect([...server.of(appStat.summary), ...server.of(appStat.failure)]).toEqual([])
})
