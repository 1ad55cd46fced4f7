import { devices, longestSerials, mostSerials, serialsIn, writeSerials } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { SerialsInput } from '../group/SerialsInput.tsx'
import { UnknownSerials } from '../group/UnknownSerials.tsx'
import classes from './list.module.css'

interface SerialsDialogProps {
  /** Opened with the serial numbers that the list is cut to. */
  readonly dialog: Dialog<string>
  readonly apply: (sns: string) => void
}

/** Cuts a list to terminals whose serial numbers somebody has, and says which of them nobody knows. */
export function SerialsDialog({ dialog, apply }: SerialsDialogProps) {
  const { isOpen, close, record } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('device.pasteSns')}>
      {isOpen && (
        <Contents
          start={record ?? ''}
          apply={(sns) => {
            apply(sns)
            close()
          }}
          cancel={close}
        />
      )}
    </DialogFrame>
  )
}

interface ContentsProps {
  readonly start: string
  readonly apply: (sns: string) => void
  readonly cancel: () => void
}

function Contents({ start, apply, cancel }: ContentsProps) {
  const [sns, setSns] = useState(() => serialsIn(start) ?? [])
  const text = writeSerials(sns)
  const isTooLong = sns.length > mostSerials || text.length > longestSerials
  const unknown = useUnknown(start)
  return (
    <>
      <SerialsInput label={t('group.sns')} start={sns} onRead={(read) => setSns(read.sns)} />
      {isTooLong && (
        <p role="alert" className={classes.fault}>
          {t('device.snsTooLong', {
            most: formatNumber(mostSerials),
            characters: formatNumber(longestSerials),
          })}
        </p>
      )}
      <UnknownSerials sns={text === start ? unknown : []} />
      <Group justify="flex-end" mt="lg">
        <CancelButton close={cancel} />
        <Button disabled={sns.length === 0 || isTooLong} onClick={() => apply(text)}>
          {t('device.showSns')}
        </Button>
      </Group>
    </>
  )
}

/** Which of the serial numbers that a list is cut to name no terminal here. */
function useUnknown(sns: string): readonly string[] {
  const { data } = useQuery({
    ...query(devices.unknown, { query: { sns } }),
    // An address can say anything.
    enabled: useCan(devices.unknown.permission) && serialsIn(sns) !== null,
  })
  return data?.sns ?? []
}

/** Such a list in the line of filters: how many it asks for, and how many of them are not there. */
export function SerialsWords({ value }: { readonly value: string }) {
  const unknown = useUnknown(value).length
  const sns = serialsIn(value)
  if (!sns) return <bdi>{value.slice(0, 32)}</bdi>
  const read = t('group.sns.read', { count: sns.length })
  return unknown === 0 ? read : t('device.snsUnknown', { read, unknown: formatNumber(unknown) })
}
