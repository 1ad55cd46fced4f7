import { devices, type Group, groups, models, organizations } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { deviceOf } from '../../../test/devices.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { hasDrafts, keepDrafts } from '../../kit/form/drafts.ts'
import { takeTexts } from '../../platform/texts.ts'
import { CopyDialog } from './group/CopyDialog.tsx'
import { GroupForm } from './group/GroupForm.tsx'
import { copyOf } from './group/groupStart.ts'
import { LifeDialog } from './life/LifeDialog.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  sessionStorage.clear()
  const server = answerCalls()
  server.reply(devices.supports, () => [])
  server.reply(models.list, () => [])
  server.reply(organizations.tree, () => [])
  server.reply(groups.preview, () => ({ count: 1, joining: 1, leaving: 0, first: [] }))
})
afterEach(cleanup)

const nothing = () => undefined
const opened = <R,>(record: R) => ({ isOpen: true, record, open: nothing, close: nothing })
const group = { id: 'one', name: 'Pilot', type: 'STATIC', modelIds: [], orgId: '' }
// Enough of a group for its copies.
const pilot = group as unknown as Group

const forms: Readonly<Record<string, () => ReactNode>> = {
  'a loss': () => (
    <LifeDialog dialog={opened({ act: 'LOSE', device: deviceOf(1), chosen: null })} />
  ),
  'a copy of a group': () => (
    <GroupForm dialog={opened(null)} start={copyOf(pilot)} copied={pilot.id} />
  ),
  'a static copy of a group': () => <CopyDialog dialog={opened(pilot)} />,
}

const fields = async () => {
  await screen.findByRole('dialog')
  return screen.getAllByRole<HTMLInputElement>('textbox')
}

it.each(Object.keys(forms))(
  'what was typed into %s is there again in another language',
  async (name) => {
    show(forms[name]?.())
    const [first] = await fields()
    if (!first) throw new Error('There is no field')
    await userEvent.type(first, 'Northlight')
    const typed = first.value
    keepDrafts()
    cleanup()
    takeTexts(shippedTexts['ar-IQ'] ?? {})
    show(forms[name]?.())
    await waitFor(async () => expect((await fields())[0]?.value).toBe(typed))
    expect(hasDrafts()).toBe(false)
  },
)
