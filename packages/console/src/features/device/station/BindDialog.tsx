import { mostScanned, type ReplyOf, type Station, stations } from '@muster/contract'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { LongTextField } from '../../../ui/form/fields.tsx'
import { confirmPlace } from './confirmPlace.ts'
import { readSerials } from '../group/serials.ts'
import classes from './station.module.css'

/** Places terminals at a station, or takes them away, by a list of serial numbers. */
export function BindDialog({ dialog }: { readonly dialog: Dialog<Station> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('station.bindTitle', { name: record?.name ?? '' })}
    >
      {record && <BindForm key={record.id} station={record} close={dialog.close} />}
    </DialogFrame>
  )
}

type Outcome = ReplyOf<typeof stations.bind> & { readonly kind: 'bind' | 'unbind' }

interface BindFormProps {
  readonly station: Station
  readonly close: () => void
}

function BindForm({ station, close }: BindFormProps) {
  const send = useSend(stations)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useUnsaved(text.trim() !== '')
  const move = async (kind: Outcome['kind']) => {
    const { sns, faulty } = readSerials(text)
    const wrong = problemOf(sns, faulty)
    setProblem(wrong)
    if (wrong !== undefined || sns.length === 0) return
    if (!(await confirmPlace(station, kind, sns))) return
    const sent = await outcomeOf(
      send(stations[kind], { body: { stationId: station.id, sns: [...sns] } }),
    )
    if (!('reply' in sent)) return
    setOutcome({ ...sent.reply, kind })
    // What was not taken stays, to be mended and sent again.
    const left = [...sent.reply.unknown, ...sent.reply.refused.map(({ sn }) => sn)]
    setText(left.join('\n'))
  }
  return (
    <>
      <p>{t('station.bindHint', { most: formatNumber(mostScanned) })}</p>
      <LongTextField
        name="sns"
        label={t('station.scanSns')}
        // A scanner types as soon as the dialog is there.
        data-autofocus
        rows={8}
        value={text}
        onChange={(next) => setText(String(next))}
        onBlur={() => undefined}
        error={problem}
        required={false}
      />
      {outcome && <Result outcome={outcome} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t('kit.close')}
        </Button>
        <Button variant="default" onClick={() => void move('unbind')}>
          {t('station.bindOff')}
        </Button>
        <Button onClick={() => void move('bind')}>{t('station.bindOn')}</Button>
      </Group>
    </>
  )
}

function problemOf(sns: readonly string[], odd: readonly string[]): string | undefined {
  if (odd.length > 0) return t('station.scanWrong', { sns: odd.slice(0, 10).join(', ') })
  if (sns.length > mostScanned) return t('station.scanTooMany', { most: formatNumber(mostScanned) })
  return sns.length === 0 ? t('kit.invalid.required') : undefined
}

function Result({
  outcome: { kind, count, same, unknown, refused },
}: {
  readonly outcome: Outcome
}) {
  const done = kind === 'bind' ? 'station.boundCount' : 'station.unboundCount'
  return (
    <div role="status" className={classes.result}>
      <p>{t(done, { count: formatNumber(count) })}</p>
      {same > 0 && <p>{t('station.boundSame', { count: formatNumber(same) })}</p>}
      {unknown.length > 0 && (
        <>
          <strong>{t('station.unknown')}</strong>
          <ul>
            {unknown.map((sn) => (
              <li key={sn}>
                <Ltr>{sn}</Ltr>
              </li>
            ))}
          </ul>
        </>
      )}
      {refused.length > 0 && (
        <>
          <strong>{t('station.refused')}</strong>
          <ul>
            {refused.map(({ sn, reason }) => (
              <li key={sn}>
                <Ltr>{sn}</Ltr> {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
