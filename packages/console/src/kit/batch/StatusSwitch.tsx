import { useState } from 'react'
import { Toggle } from '../../ui/table/cells.tsx'
import type { Versioned } from '../list/listed.ts'
import type { LifeCalls } from './recordCalls.ts'
import { useBatch } from './useBatch.ts'
import { useCan } from '../session.ts'
import { t } from '../../platform/texts.ts'
import { nameOf } from '../list/nameOf.ts'
import { EnabledBadge } from '../page/values.tsx'

export interface StatusRow extends Versioned {
  readonly status: 0 | 1
}

interface StatusSwitchProps {
  readonly of: LifeCalls
  readonly row: StatusRow
}

/** Switches a record on and off at once; a refusal puts it back. */
export function StatusSwitch({ of, row }: StatusSwitchProps) {
  const batch = useBatch(of)
  // What was turned to, of the version that was turned: the server's own answer has another one.
  const [turned, setTurned] = useState<StatusRow | null>(null)
  const isOn = (turned?.version === row.version ? turned : row).status === 1
  if (!useCan(of.setStatus.permission)) return <EnabledBadge status={row.status} />
  const turn = async () => {
    setTurned({ ...row, status: isOn ? 0 : 1 })
    if (!(await batch(isOn ? 'disable' : 'enable', { id: row.id }))) setTurned(null)
  }
  return (
    <Toggle
      label={t('kit.statusOf', { name: nameOf(row) })}
      isOn={isOn}
      onTurn={() => void turn()}
    />
  )
}
