import { developerProgramme } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { DeveloperSettings } from './DeveloperSettings.tsx'

beforeEach(() => {
  prepareBrowser()
  answerCalls().reply(developerProgramme.get, () => ({
    isOpen: true,
    autoApproveDomains: [],
    agreementVersion: '2',
    agreementText: 'Be fair',
    version: 1,
    updatedAt: null,
    updatedBy: null,
  }))
})
afterEach(cleanup)

it.each([
  ['who may change them', ['APP_DEV_SETTING_VIEW', 'APP_DEV_SETTING_EDIT'], true],
  ['who may only see them', ['APP_DEV_SETTING_VIEW'], false],
] as const)('offers to save the rules to %s', async (_, codes, maySave) => {
  signInAs(codes)
  show(<DeveloperSettings />)
  const version = await screen.findByDisplayValue('2')
  expect(version.matches(':disabled')).toBe(!maySave)
  expect(screen.queryAllByRole('button', { name: 'Save' })).toHaveLength(maySave ? 1 : 0)
})
