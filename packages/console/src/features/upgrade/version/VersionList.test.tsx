import { type UpgradeVersion, upgradeVersions } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { upgradeVersion as version } from '../../../../test/upgradeVersion.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import { VersionList } from './VersionList.tsx'
import { NextStep } from './VersionMenu.tsx'

listSpec('versions for upgrades', { Screen: VersionList, page: upgradeVersions.page })

/** The step that comes next, with one dialog for all. */
function Next({ of }: { readonly of: UpgradeVersion }) {
  const one = useDialog<UpgradeVersion>()
  const dialogs = {
    form: one,
    details: one,
    review: one,
    path: one,
    lab: one,
    suspend: one,
    offline: one,
    recall: one,
  }
  return <NextStep version={of} dialogs={dialogs} />
}

function Reviewed() {
  const dialog = useDialog<UpgradeVersion>()
  return <ReviewDialog dialog={{ ...dialog, isOpen: true, record: version }} />
}

describe('a review', () => {
  afterEach(cleanup)

  it('is of all that the version asks for, and of the version as it was read', async () => {
    prepareBrowser()
    signInAs('all')
    const server = answerCalls()
    server.reply(upgradeVersions.review, () => ({ count: 1 }))
    server.reply(upgradeVersions.detail, () => version)
    show(<Reviewed />)
    await screen.findByText('Aurora works')
    const factOf = (name: string) =>
      screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
    expect(factOf('The terminal restarts')).toBe('Yes')
    expect(factOf('Only when nobody uses the terminal')).toBe('No')
    expect(factOf('Free space (MB)')).toBe('512')
    expect(factOf('PTS approval number')).toBe('4-90001')
    await userEvent.selectOptions(screen.getByLabelText(/Decision/), 'APPROVED')
    await userEvent.click(screen.getByRole('button', { name: 'Decide' }))
    await waitFor(() =>
      expect(server.of(upgradeVersions.review).map(({ body }) => body)).toMatchObject([
        { version: 5, versionName: '2.1.0', result: 'APPROVED' },
      ]),
    )
  })

  it('is offered to nobody but whom the version waits for', () => {
    prepareBrowser()
    signInAs('all')
    show(<Next of={{ ...version, waitsForMe: false }} />)
    expect(screen.queryByRole('button', { name: 'Review' })).toBeNull()
    cleanup()
    show(<Next of={version} />)
    expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy()
  })
})
