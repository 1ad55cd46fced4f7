import { type TestTrack, testTracks } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useCan } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'

interface TrackMenuProps {
  readonly track: TestTrack
  readonly dialogs: {
    readonly devices: Dialog<TestTrack>
    readonly start: Dialog<TestTrack>
  }
}

const { devices, start, remove, end } = testTracks

/** What is done with a test track. */
export function TrackMenu({ track, dialogs }: TrackMenuProps) {
  const batch = useBatch(testTracks)
  const act = useAction(testTracks)
  if (!useCan([devices, start, remove].map((call) => call.permission))) return null
  const { id, name, state } = track
  const endTest = async () => {
    const title = t('track.end')
    const text = t('track.endSure', { name })
    if (await confirm({ title, text, agree: title, kind: 'dangerous' }))
      await act(end, { params: { id } })
  }
  return (
    <MoreMenu label={t('track.actionsOf', { name })}>
      <ActionItem
        code={testTracks.setDevices.permission}
        icon="screen"
        onClick={() => dialogs.devices.open(track)}
      >
        {t('track.setDevices')}
      </ActionItem>
      <ActionItem code={start.permission} icon="play" onClick={() => dialogs.start.open(track)}>
        {t('track.start')}
      </ActionItem>
      {state === 'RUNNING' && (
        <ActionItem code={end.permission} icon="stop" onClick={() => void endTest()}>
          {t('track.end')}
        </ActionItem>
      )}
      <ActionItem
        code={remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}
