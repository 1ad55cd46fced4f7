import {
  type MqttEntry,
  type MqttEntryDetail,
  mqttLog,
  resendable,
  trailBytes,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '../../../kit/copy/CopyButton.tsx'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Fact, Facts } from '../../../kit/page/Facts.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { formatBytes, formatDateTimeSeconds, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Conversation } from './Conversation.tsx'
import classes from './mqttLog.module.css'
import { prettyText } from './prettyText.ts'
import { Kind, latencyText, Result } from './trailColumns.tsx'
import { reasonWords } from './trailTexts.ts'

/** One message: what was said, what became of it, and what else belongs to it. */
export function EntryDialog({ dialog }: { readonly dialog: Dialog<MqttEntry> }) {
  return (
    <DialogFrame
      title={t('mqttLog.message')}
      isOpen={dialog.isOpen}
      close={dialog.close}
      size="80rem"
    >
      {dialog.record && <Detail id={dialog.record.id} />}
    </DialogFrame>
  )
}

function Detail({ id }: { readonly id: string }) {
  const detail = useQuery(query(mqttLog.detail, { params: { id } }))
  return (
    <Loaded query={detail} permission={mqttLog.detail.permission}>
      {(entry) => (
        <>
          <EntryFacts entry={entry} />
          <Said entry={entry} />
          <h3 className={classes.heading}>{t('mqttLog.conversationOf')}</h3>
          {entry.correlationId === null ? (
            <p className={classes.note}>{t('mqttLog.noConversation')}</p>
          ) : (
            <Conversation correlationId={entry.correlationId} current={entry.id} />
          )}
        </>
      )}
    </Loaded>
  )
}

interface OfEntry {
  readonly entry: MqttEntryDetail
}

function EntryFacts({ entry }: OfEntry) {
  const { reason } = entry
  return (
    <Facts apart>
      <Fact name={t('mqttLog.at')}>{formatDateTimeSeconds(entry.at)}</Fact>
      <Fact name={t('mqttLog.type')}>
        <Kind {...entry} />
      </Fact>
      <Fact name={t('mqttLog.sn')}>
        <Ltr>{entry.sn}</Ltr>
      </Fact>
      <Fact name={t('mqttLog.result')}>
        <Result {...entry} /> {reason !== null && reasonWords(reason)}
      </Fact>
      <Fact name={t('mqttLog.latency')}>{latencyText(entry)}</Fact>
      <Fact name={t('mqttLog.size')}>{formatBytes(entry.size)}</Fact>
      <Fact name={t('mqttLog.topic')}>
        <Ltr>{entry.topic}</Ltr>
      </Fact>
      <Fact name={t('mqttLog.qos')}>{formatNumber(entry.qos)}</Fact>
      <Fact name={t('mqttLog.messageId')}>
        <Ltr>{entry.messageId}</Ltr>
      </Fact>
      <Fact name={t('mqttLog.correlationId')}>
        <Ltr>{entry.correlationId}</Ltr>
      </Fact>
      <Fact name={t('mqttLog.clientId')}>
        <Ltr>{entry.clientId}</Ltr>
      </Fact>
      <Fact name={t('mqttLog.node')}>
        <Ltr>{entry.node}</Ltr>
      </Fact>
    </Facts>
  )
}

function Said({ entry }: OfEntry) {
  const { payload, isCut } = entry
  const text = payload === null ? null : prettyText(payload)
  return (
    <section aria-label={t('mqttLog.body')}>
      <div className={classes.bar}>
        <h3 className={classes.heading}>{t('mqttLog.body')}</h3>
        {text !== null && <CopyButton label={t('mqttLog.body')} text={text} />}
        <ResendButton entry={entry} />
      </div>
      <p className={classes.note}>{t(text === null ? 'mqttLog.noBody' : 'mqttLog.masked')}</p>
      {isCut && (
        <p className={classes.missing}>
          {t('mqttLog.cut', { kb: formatNumber(trailBytes / 1024) })}
        </p>
      )}
      {text !== null && (
        <pre className={classes.json} dir="ltr">
          {text}
        </pre>
      )}
    </section>
  )
}

/** Says to the terminal once more what this message said. */
function ResendButton({ entry: { id, sn, direction, type } }: OfEntry) {
  const act = useAction(mqttLog)
  const isAllowed = useCan(mqttLog.resend.permission)
  if (!isAllowed || direction !== 'DOWN' || !resendable.has(type)) return null
  const go = async () => {
    const title = t('mqttLog.resend')
    const text = t('mqttLog.resendSure', { sn })
    if (await confirm({ title, text, agree: title, kind: 'ordinary' }))
      await act(mqttLog.resend, { params: { id } }, () => t('mqttLog.resent', { sn }))
  }
  return (
    <Button size="xs" variant="default" onClick={() => void go()}>
      {t('mqttLog.resend')}
    </Button>
  )
}
