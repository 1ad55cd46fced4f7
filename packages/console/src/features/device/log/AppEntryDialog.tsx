import { appLog, type AppLogEntry } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Fact, Facts } from '../../../kit/page/Facts.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatBytes, formatDateTimeSeconds, nothing } from '../../../platform/format.ts'
import { formatDuration } from '../facts/formatDuration.ts'
import { networkText } from '../facts/networkText.ts'
import { t } from '../../../platform/texts.ts'
import { triggerTexts } from './appLogTexts.ts'
import { Act, App, AppTerminal, changeText, ErrorText, TaskLink } from './appLogColumns.tsx'

/** One entry with all that is known of it. */
export function AppEntryDialog({ dialog }: { readonly dialog: Dialog<AppLogEntry> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame title={t('appLog.entry')} isOpen={isOpen} close={close} size="lg">
      {record && <Detail id={record.id} at={record.at} />}
    </DialogFrame>
  )
}

function Detail(asked: Pick<AppLogEntry, 'id' | 'at'>) {
  const detail = useQuery(query(appLog.detail, { query: asked }))
  return (
    <Loaded query={detail} permission={appLog.detail.permission}>
      {(entry) => (
        <Facts apart>
          <Fact name={t('appLog.act')}>
            <Act {...entry} />
          </Fact>
          <Fact name={t('appLog.app')}>
            <App {...entry} />
          </Fact>
          <Fact name={t('appLog.package')}>
            <Ltr>{entry.package}</Ltr>
          </Fact>
          <Fact name={t('appLog.change')}>
            <Ltr>{changeText(entry)}</Ltr>
          </Fact>
          <Fact name={t('appLog.terminal')}>
            <AppTerminal {...entry} /> {!entry.isThere && t('appLog.gone')}
          </Fact>
          <Fact name={t('appLog.at')}>{formatDateTimeSeconds(entry.at)}</Fact>
          <Fact name={t('appLog.trigger')}>
            {t(triggerTexts[entry.trigger])} <TaskLink entry={entry} />
          </Fact>
          <Fact name={t('appLog.operator')}>{entry.userName ?? nothing}</Fact>
          <Outcome entry={entry} />
          <Fact name={t('appLog.org')}>{entry.orgName ?? nothing}</Fact>
          <Fact name={t('appLog.model')}>{entry.modelName ?? nothing}</Fact>
        </Facts>
      )}
    </Loaded>
  )
}

const lasted = (milliseconds: number | null) =>
  milliseconds === null ? nothing : formatDuration(Math.max(1000, milliseconds))

/** How it went: what it took, or why it failed. */
function Outcome({ entry }: { readonly entry: AppLogEntry }) {
  const { code, message, downloadMs, installMs, bytes, networkType } = entry
  return (
    <>
      {code !== null && (
        <Fact name={t('appLog.cause')}>
          <ErrorText code={code} />
        </Fact>
      )}
      {message !== null && (
        <Fact name={t('appLog.message')}>
          <bdi>{message}</bdi>
        </Fact>
      )}
      <Fact name={t('appLog.download')}>{lasted(downloadMs)}</Fact>
      <Fact name={t('appLog.install')}>{lasted(installMs)}</Fact>
      <Fact name={t('appLog.bytes')}>{bytes === null ? nothing : formatBytes(bytes)}</Fact>
      <Fact name={t('appLog.network')}>
        {networkType === null ? nothing : networkText(networkType)}
      </Fact>
    </>
  )
}
