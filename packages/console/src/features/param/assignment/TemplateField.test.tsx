import { params, type UsableTemplate } from '@muster/contract'
import { cleanup, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { TemplateField } from './TemplateField.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

const id = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`
const usable = (digit: number, more: Partial<UsableTemplate> = {}): UsableTemplate => ({
  id: id(digit),
  name: `Template ${digit}`,
  rev: 1,
  versionFrom: null,
  versionTo: null,
  fits: null,
  broughtBy: null,
  publishedAt: '2026-05-01T09:00:00.000Z',
  ...more,
})

function Field() {
  const [value, setValue] = useState<unknown>('')
  return (
    <TemplateField
      appId={id(9)}
      target={{}}
      known={null}
      label="Template"
      name="templateRevId"
      error={undefined}
      onBlur={() => undefined}
      value={value}
      onChange={setValue}
      required
    />
  )
}

/** What stands in the field once templates are offered. */
async function begunWith(...offered: readonly UsableTemplate[]): Promise<string> {
  answerCalls().reply(params.templates, () => [...offered])
  show(<Field />)
  const shown = () => document.querySelector('input')?.value ?? ''
  await waitFor(() => expect(shown()).not.toBe(''))
  return shown()
}

it('begins with what comes with the version that is there, and says so', async () => {
  const brought = usable(2, { broughtBy: '7.1', fits: true })
  expect(await begunWith(usable(1, { fits: true }), brought)).toBe(
    'Template 2, revision 1 · with 7.1',
  )
})

it('else with the newest that fits the version there', async () => {
  const shown = await begunWith(usable(1, { fits: false }), usable(2, { fits: true }))
  expect(shown).toBe('Template 2, revision 1')
})
