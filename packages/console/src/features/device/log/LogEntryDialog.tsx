import { deviceLog, type DeviceLogEntry } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Fact, Facts } from '../../../kit/page/Facts.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatDateTimeSeconds, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { severityTexts } from '../../alarm/index.ts'
import { operatorOf, Related, Terminal, What } from './logColumns.tsx'
import { kindTexts } from './logTexts.ts'
import { logWords } from './logWords.ts'

/** One entry with all that is known of it. */
export function LogEntryDialog({ dialog }: { readonly dialog: Dialog<DeviceLogEntry> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame title={t('deviceLog.entry')} isOpen={isOpen} close={close} size="lg">
      {record && <Detail id={record.id} at={record.at} />}
    </DialogFrame>
  )
}

function Detail(asked: Pick<DeviceLogEntry, 'id' | 'at'>) {
  const detail = useQuery(query(deviceLog.detail, { query: asked }))
  return (
    <Loaded query={detail} permission={deviceLog.detail.permission}>
      {(entry) => <EntryFacts entry={entry} />}
    </Loaded>
  )
}

function EntryFacts({ entry }: { readonly entry: DeviceLogEntry }) {
  const { at, happenedAt, kind, severity, isOver, isThere } = entry
  return (
    <Facts apart>
      <Fact name={t('deviceLog.what')}>
        <What {...entry} />
      </Fact>
      <Fact name={t('deviceLog.kind')}>{t(kindTexts[kind])}</Fact>
      <Fact name={t('deviceLog.detail')}>
        <bdi>{logWords(entry) || nothing}</bdi>
      </Fact>
      <Fact name={t('deviceLog.terminal')}>
        <Terminal {...entry} /> {!isThere && t('deviceLog.gone')}
      </Fact>
      <Fact name={t('deviceLog.at')}>{formatDateTimeSeconds(at)}</Fact>
      <Fact name={t('deviceLog.happenedAt')}>{formatDateTimeSeconds(happenedAt)}</Fact>
      <Fact name={t('deviceLog.operator')}>{operatorOf(entry)}</Fact>
      <Fact name={t('deviceLog.ref')}>
        <Related entry={entry} />
      </Fact>
      <Fact name={t('deviceLog.org')}>{entry.orgName ?? nothing}</Fact>
      <Fact name={t('deviceLog.model')}>{entry.modelName ?? nothing}</Fact>
      {severity !== null && (
        <Fact name={t('deviceLog.severity')}>
          {t(severityTexts[severity])} {isOver && t('deviceLog.isOver')}
        </Fact>
      )}
    </Facts>
  )
}
