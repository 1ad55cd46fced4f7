import {
  type DeveloperDownload,
  developerDownloads,
  type DownloadRelease,
  fillPath,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { RowButton } from '../../../kit/list/buttons.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatBytes } from '../../../platform/format.ts'
import { language, t } from '../../../platform/texts.ts'
import classes from '../developer.module.css'
import { stateTexts, tones } from './downloadTexts.ts'

/** Everything that came out under the name of a download, with what was new each time. */
export function HistoryDialog({ dialog }: { readonly dialog: Dialog<DeveloperDownload> }) {
  const { record, isOpen, close } = dialog
  const title = t('download.historyOf', { name: record?.title ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && isOpen && <Releases id={record.id} />}
    </DialogFrame>
  )
}

function Releases({ id }: { readonly id: string }) {
  const found = useQuery(query(developerDownloads.history, { params: { id } }))
  return (
    <Loaded query={found} permission={developerDownloads.history.permission}>
      {(releases) => (
        <ol className={classes.releases}>
          {releases.map((one) => (
            <Release key={one.id} {...one} />
          ))}
        </ol>
      )}
    </Loaded>
  )
}

function Release({ id, release, state, publishAt, bytes, sha256, notes }: DownloadRelease) {
  const said = notes[language] ?? notes['en']
  const { file } = developerDownloads
  return (
    <li className={classes.release}>
      <div className={classes.releaseHead}>
        <b>
          <Ltr>{release}</Ltr>
        </b>
        <StatusBadge tone={tones[state]}>{t(stateTexts[state])}</StatusBadge>
        <Time at={publishAt} />
        <span>{formatBytes(bytes)}</span>
        <span className={classes.hint} title={sha256}>
          <Ltr>{`${sha256.slice(0, 12)}…`}</Ltr>
        </span>
        <RowButton code={file.permission} onClick={() => saveByTicket(fillPath(file.path, { id }))}>
          {t('download.take')}
        </RowButton>
      </div>
      <p className={said ? classes.notes : classes.hint} dir="auto">
        {said ?? t('download.noNotes')}
      </p>
    </li>
  )
}
