import { actionLog, logAnchor, type LogVerdict } from '@muster/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { call } from '../../kit/call.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { Failed } from '../../kit/page/Sentence.tsx'
import { formatDateTime } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { CodeField } from '../../ui/form/fields.tsx'
import { Callout } from '../../ui/form/Callout.tsx'
import classes from './log.module.css'
import { spanOf } from './span.ts'

interface VerifyDialogProps {
  readonly dialog: Dialog<never>
  /** `from` and `to` of the list's filter; without them the last 31 days. */
  readonly range: Readonly<Record<string, string>>
}

/** Proves that nobody touched a range of the action log, or says what was done to it. */
export function VerifyDialog({ dialog, range }: VerifyDialogProps) {
  const [now] = useState(() => Date.now())
  const span = spanOf(range, now)
  const [anchor, setAnchor] = useState('')
  const isAnchor = anchor === '' || logAnchor().safeParse(anchor).success
  const proof = useMutation({
    mutationFn: () =>
      call(actionLog.verify, { query: { ...span, ...(anchor !== '' && { anchor }) } }),
  })
  return (
    <DialogFrame
      looksOnly
      title={t('log.verify')}
      isOpen={dialog.isOpen}
      close={dialog.close}
      size="lg"
    >
      <p>{t('log.verifyText')}</p>
      <p>
        {formatDateTime(span.from)} – {formatDateTime(span.to)}
      </p>
      <CodeField
        name="anchor"
        label={t('log.anchorField')}
        value={anchor}
        onChange={(typed) => setAnchor(String(typed).trim())}
        onBlur={() => undefined}
        error={isAnchor ? undefined : t('log.anchorForm')}
        required={false}
      />
      <p>{t('log.anchorText')}</p>
      <Button disabled={!isAnchor} onClick={() => proof.mutate()} loading={proof.isPending}>
        {t('log.verifyAll')}
      </Button>
      <div aria-live="polite">
        {proof.error && <Failed error={proof.error} retry={() => proof.mutate()} />}
        {proof.data && <Verdict verdict={proof.data} />}
      </div>
    </DialogFrame>
  )
}

function Verdict({
  verdict: { blocks, entries, faults, waiting },
}: {
  readonly verdict: LogVerdict
}) {
  return (
    <>
      {faults.length === 0 ? (
        <p className={classes.whole}>
          {t('log.whole', {
            entries: t('log.entries', { count: entries }),
            blocks: t('log.blocks', { count: blocks }),
          })}
        </p>
      ) : (
        <Callout title={t('log.verify')}>
          <ul className={classes.faults}>
            {faults.map(({ kind, seq, sealedAt, entryId }) => (
              <li key={`${kind} ${seq} ${entryId}`}>
                {t(`log.fault.${kind}`, { seq })} {sealedAt && `(${formatDateTime(sealedAt)}) `}
                {entryId && <bdi dir="ltr">{entryId}</bdi>}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {waiting > 0 && <p>{t('log.waitingEntries', { count: waiting })}</p>}
    </>
  )
}
