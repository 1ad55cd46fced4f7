import { apks, codes } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { FoundFacts } from './FoundFacts.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('says what is wrong with a file that is no package', async () => {
  signInAs('all')
  const message = 'It is no package: its directory is missing.'
  const fields = [{ field: 'fileId', message }]
  answerCalls().refuse(
    apks.parse,
    refuse(codes.badRequest, 'Some values are not accepted', { fields }),
  )
  show(<FoundFacts fileId="f" appId="a" signature="" />)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByText('Some values are not accepted')).toBeNull()
})
