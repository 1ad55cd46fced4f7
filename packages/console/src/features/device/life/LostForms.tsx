import {
  type CommandName,
  commandPermissions,
  type Device,
  deviceLife,
  lostCommandDays,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Text } from '../../../ui/controls.ts'
import {
  ChoiceField,
  CodeField,
  type FieldHold,
  LongTextField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { FlagField } from '../../../ui/form/moreFields.tsx'
import { CommandForm } from '../command/CommandForm.tsx'
import { useWhyNot } from '../command/useWhyNot.ts'
import { lifeTexts } from './lifeActs.ts'
import { bodies } from './lifeForms.ts'

interface LostFormProps extends Pick<ComponentProps<typeof CommandForm>, 'send' | 'close'> {
  readonly device: Device
}

/** Why a terminal is not given a command when it comes to a state; null: it may be. */
function useHindrance(device: Device, cmd: CommandName): string | null {
  const may = useCan(commandPermissions[cmd])
  const whyNot = useWhyNot()
  return may ? whyNot(device, cmd) : t('life.mayNotCommand')
}

/** Reports a terminal lost; it is locked with it unless it cannot be, or somebody does not want it. */
export function LossForm({ device, send, close }: LostFormProps) {
  const why = useHindrance({ ...device, lifecycle: 'LOST' }, 'LOCK')
  return (
    <CommandForm
      schema={bodies.LOSE}
      start={{ isLocked: true, text: t('life.lockTextStart') }}
      agree={lifeTexts.LOSE}
      about={{ id: device.id, worded: ['text'] }}
      close={close}
      send={(values) => send(why ? { ...values, isLocked: false } : values)}
    >
      {(field) => (
        <>
          <LongTextField {...field('reason', 'life.reason')} rows={2} data-autofocus />
          {why ? (
            <Text size="sm">{t('life.notLocked', { why })}</Text>
          ) : (
            <LockFields field={field} />
          )}
        </>
      )}
    </CommandForm>
  )
}

interface LockFieldsProps {
  readonly field: Parameters<ComponentProps<typeof CommandForm>['children']>[0]
}

function LockFields({ field }: LockFieldsProps) {
  const lock = field('isLocked', 'life.lock')
  const text = field('text', 'device.arg.text')
  const phone = field('phone', 'device.arg.phone')
  // What is not to be seen is not said either: else it might be refused unseen.
  const change = (value: unknown) => {
    lock.onChange(value)
    if (value !== true) for (const one of [text, phone]) one.onChange('')
  }
  return (
    <>
      <FlagField {...lock} onChange={change} hint={t('life.lockHint', { days: lostCommandDays })} />
      {lock.value === true && (
        <>
          <TextField {...text} required />
          <CodeField {...phone} />
        </>
      )}
    </>
  )
}

/** Reports it found; what its loss has locked is unlocked with it, unless somebody does not want it. */
export function FindForm(props: LostFormProps) {
  const { device } = props
  const maySee = useCan(deviceLife.health.permission)
  const asked = query(deviceLife.health, { params: { id: device.id } })
  const { data, isLoading } = useQuery({ ...asked, enabled: maySee, staleTime: 0 })
  if (isLoading) return null
  return <FoundForm {...props} wasLocked={data?.lastMove?.isLocking ?? false} />
}

function FoundForm({ device, send, close, wasLocked }: LostFormProps & { wasLocked: boolean }) {
  const why = useHindrance({ ...device, lifecycle: 'ACTIVE' }, 'UNLOCK')
  const isOffered = wasLocked || device.lockState !== 'NONE'
  const targets = { ACTIVE: t('life.to.ACTIVE'), REPAIR: t('life.to.REPAIR') }
  return (
    <CommandForm
      schema={bodies.FIND}
      start={{ to: 'ACTIVE', unlock: wasLocked }}
      agree={lifeTexts.FIND}
      about={device.id}
      close={close}
      send={(values) =>
        send(why || values['to'] === 'REPAIR' ? { ...values, unlock: false } : values)
      }
    >
      {(field) => {
        const to = field('to', 'life.to')
        return (
          <>
            <ChoiceField {...to} options={targets} required />
            {isOffered && <UnlockField hold={field('unlock', 'life.unlock')} to={to} why={why} />}
            <LongTextField {...field('reason', 'life.reason')} rows={2} />
          </>
        )
      }}
    </CommandForm>
  )
}

interface UnlockFieldProps {
  readonly hold: FieldHold
  readonly to: FieldHold
  /** Why it cannot be unlocked; null: it can. */
  readonly why: string | null
}

function UnlockField({ hold, to, why }: UnlockFieldProps) {
  if (why) return <Text size="sm">{t('life.notUnlocked', { why })}</Text>
  if (to.value === 'REPAIR') return <Text size="sm">{t('life.not.unlockedInRepair')}</Text>
  return <FlagField {...hold} hint={t('life.unlockHint')} />
}
