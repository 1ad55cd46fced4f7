import { emptyTemplate } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { hasDrafts, keepDrafts } from '../../../kit/form/drafts.ts'
import { useNotices } from '../../../kit/notify.ts'
import { useDesign } from './useDesign.ts'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  sessionStorage.clear()
  useNotices.setState({ list: [] })
})
afterEach(cleanup)

const start = emptyTemplate('Main')

function Designer({ version = 1 }) {
  const design = useDesign({ id: 't1', version, content: start, known: [] })
  const { content, isDirty } = design
  const [group] = content.groups
  const rename = () =>
    group && design.edit({ ...content, groups: [{ ...group, title: 'Network' }] })
  return (
    <>
      <button type="button" onClick={rename}>
        Rename
      </button>
      <output>{`${group?.title}, ${isDirty ? 'changed' : 'saved'}`}</output>
    </>
  )
}

const shown = () => screen.getByRole('status').textContent

it('has what was designed again after the language was changed, over the same version alone', async () => {
  show(<Designer />)
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  keepDrafts()
  cleanup()
  show(<Designer version={2} />)
  expect(shown()).toBe('Main, saved')
  cleanup()
  show(<Designer />)
  await waitFor(() => expect(shown()).toBe('Network, changed'))
  expect(hasDrafts()).toBe(false)
  useNotices.getState().list[0]?.action?.onClick()
  await waitFor(() => expect(shown()).toBe('Main, saved'))
})
