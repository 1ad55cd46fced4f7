import { type VendorFeature, vendorFeatures } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { MatrixList } from './MatrixScreen.tsx'

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
})
afterEach(cleanup)

const id = '019a0000-0000-7000-8000-000000000001'
// What the list shows of a row.
const row = {
  id,
  code: 'acme/NFC',
  featureCode: 'NFC',
  featureName: 'Contactless',
  vendorName: 'Acme',
  models: [],
  commands: [],
  kind: 'HARDWARE',
  support: 'NO',
  status: 1,
  version: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
} as unknown as VendorFeature

it('says how many terminals a row changes before it is switched off', async () => {
  server.reply(vendorFeatures.page, () => ({ list: [row], total: 1, pageNum: 1, pageSize: 20 }))
  server.reply(vendorFeatures.rowsImpact, () => ({ gaining: 4, losing: 0 }))
  server.reply(vendorFeatures.setStatus, () => ({ count: 1 }))
  show(<MatrixList />)
  const off = await screen.findByRole('switch')
  await userEvent.click(off)
  await waitFor(() => expect(useQuestion.getState().asked?.text).toMatch(/from now on: 4/))
  expect(server.of(vendorFeatures.rowsImpact)[0]?.body).toMatchObject({ ids: [id], holds: false })
  await answerQuestion(false)
  expect(server.of(vendorFeatures.setStatus)).toHaveLength(0)
  await userEvent.click(off)
  await waitFor(() => expect(useQuestion.getState().asked).not.toBeNull())
  await answerQuestion(true)
  await waitFor(() => expect(server.of(vendorFeatures.setStatus)).toHaveLength(1))
})
