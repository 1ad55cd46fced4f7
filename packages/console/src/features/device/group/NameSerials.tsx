import type { TextKey } from '@muster/contract'
import { useState } from 'react'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import classes from './group.module.css'
import { SerialsInput } from './SerialsInput.tsx'
import { UnknownSerials } from './UnknownSerials.tsx'
import type { NamedReply } from './useNamed.ts'

interface NameSerialsProps {
  readonly title: TextKey
  readonly name: (sns: readonly string[]) => Promise<NamedReply | null>
  readonly isBusy: boolean
}

/** Names terminals by their serial numbers, and says which of them nobody knows. */
export function NameSerials({ title, name, isBusy }: NameSerialsProps) {
  const [sns, setSns] = useState<readonly string[]>([])
  // Drawn anew, so that it is empty again.
  const [round, setRound] = useState(0)
  const [unknown, setUnknown] = useState<readonly string[]>([])
  useUnsaved(sns.length > 0)
  const send = async () => {
    const done = await name(sns)
    if (!done) return
    setUnknown(done.unknown)
    setSns([])
    setRound(round + 1)
  }
  return (
    <div className={classes.add}>
      <SerialsInput key={round} label={t('group.sns')} onRead={(read) => setSns(read.sns)} />
      <Button disabled={sns.length === 0} loading={isBusy} onClick={() => void send()}>
        {t(title)}
      </Button>
      <UnknownSerials sns={unknown} />
    </div>
  )
}
