import { type UpgradeVersion, upgradeVersions } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import { VersionList } from './VersionList.tsx'
import { NextStep } from './VersionMenu.tsx'

listSpec('versions for upgrades', { Screen: VersionList, page: upgradeVersions.page })

const id = '019a0000-0000-7000-8000-000000000001'
const moment = '2026-01-01T00:00:00.000Z'
const version: UpgradeVersion = {
  id,
  status: 1,
  version: 5,
  createdAt: moment,
  updatedAt: moment,
  updatedBy: null,
  orgId: id,
  orgName: 'Bank',
  name: 'Aurora',
  kind: 'FIRMWARE',
  vendorId: id,
  vendorName: 'Aurora works',
  modelIds: [id],
  modelNames: ['A8'],
  versionName: '2.1.0',
  isDiff: false,
  fromVersions: [],
  forbiddenFrom: [],
  fileId: id,
  fileName: 'aurora.bin',
  bytes: 10,
  sha256: 'a'.repeat(64),
  signature: null,
  signer: null,
  hardware: [],
  minAgent: null,
  minBattery: 30,
  needReboot: true,
  needIdle: false,
  freeSpaceMb: 512,
  needs: [],
  channel: 'STABLE',
  releaseNotes: 'New cards',
  knownIssues: null,
  ptsApproval: '4-90001',
  ptsUntil: null,
  state: 'PENDING',
  problems: [],
  deviceCount: 0,
  waitsForMe: true,
  labTestedAt: null,
  labTestedByName: null,
  labEvidence: null,
  createdBy: null,
  submittedBy: null,
  submittedByName: null,
  submittedAt: null,
  reviewedByName: null,
  reviewedAt: null,
  reason: null,
  onlineAt: null,
  recalledAt: null,
}

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
