import { paramFindings } from '@muster/contract'
import { cleanup, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerNothing } from '../../../../test/anyList.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { FindingList } from './FindingList.tsx'

listSpec('terminals that break rules', { Screen: FindingList, page: paramFindings.page })

it('opens on what is broken now', async () => {
  prepareBrowser()
  const server = answerNothing()
  signInAs('all')
  show(<FindingList />)
  await waitFor(() => {
    const sought = server.asked.find(({ pathname }) => pathname === paramFindings.page.path)
    expect(sought?.searchParams.get('state')).toBe('OPEN')
  })
  cleanup()
})
