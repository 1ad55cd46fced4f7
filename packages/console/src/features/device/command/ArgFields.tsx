import { devices, type TextKey } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MomentField } from '../../../kit/dates/fields.tsx'
import { query } from '../../../kit/queries.ts'
import { t, texts } from '../../../platform/texts.ts'
import { Text } from '../../../ui/controls.ts'
import {
  CheckField,
  ChoiceField,
  CodeField,
  type FieldHold,
  NumberField,
  SearchField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { ChecksField, LinesField, SecretField } from '../../../ui/form/moreFields.tsx'
import { FileField } from '../../file/index.ts'
import { logTexts, modeTexts, testTexts } from './argTexts.ts'
import type { FormCommand } from './formCommands.ts'

export interface ArgFieldsProps {
  readonly field: (name: string, label: TextKey) => FieldHold
  /** The model whose vendor says which command lines there are; null: those of all. */
  readonly modelId: string | null
}

const onePackage = ({ field }: ArgFieldsProps) => (
  <CodeField {...field('package', 'device.arg.package')} data-autofocus />
)
const nothing = () => null

/** What a file is called that a copy begins with. */
export const nameIn = ({ value }: FieldHold): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** What each command takes. */
const fields: Readonly<Record<FormCommand, (props: ArgFieldsProps) => ReactNode>> = {
  SHUTDOWN: nothing,
  UNLOCK: nothing,
  SPEED_TEST: nothing,
  START_APP: onePackage,
  STOP_APP: onePackage,
  SET_LAUNCHER: onePackage,
  CLEAR_APP_DATA: ({ field }) => (
    <LinesField
      {...field('packages', 'device.arg.packages')}
      hint={t('device.arg.packagesHint')}
      data-autofocus
    />
  ),
  LOCK: ({ field }) => (
    <>
      <TextField {...field('text', 'device.arg.text')} data-autofocus />
      <CodeField {...field('phone', 'device.arg.phone')} />
    </>
  ),
  SET_TIME_ZONE: ({ field }) => (
    <SearchField
      {...field('zone', 'device.arg.zone')}
      options={Intl.supportedValuesOf('timeZone')}
      nothingFound={t('device.arg.zoneNone')}
    />
  ),
  SET_LANGUAGE: ({ field }) => (
    <CodeField {...field('language', 'device.arg.language')} data-autofocus />
  ),
  SET_WIFI: ({ field }) => (
    <>
      <TextField {...field('ssid', 'device.arg.ssid')} data-autofocus />
      <ChoiceField
        {...field('security', 'device.arg.security')}
        required
        options={{ OPEN: t('functional.security.OPEN'), WPA2: 'WPA2', WPA3: 'WPA3' }}
      />
      <SecretField {...field('password', 'device.arg.password')} />
    </>
  ),
  SET_APN: ({ field }) => (
    <>
      <CodeField {...field('apn', 'device.arg.apn')} data-autofocus />
      <CodeField {...field('user', 'device.arg.user')} />
      <SecretField {...field('password', 'device.arg.password')} />
    </>
  ),
  SELF_TEST: ({ field }) => (
    <ChecksField {...field('items', 'device.arg.items')} options={texts(testTexts)} />
  ),
  PUSH_FILE: ({ field }) => (
    <>
      <FileField
        {...field('fileId', 'device.arg.file')}
        type="terminal"
        known={nameIn(field('name', 'device.arg.file'))}
      />
      <CodeField {...field('path', 'device.arg.path')} />
    </>
  ),
  SCREENSHOT: nothing,
  LOG_PULL: ({ field }) => (
    <>
      <ChecksField {...field('types', 'device.arg.types')} options={texts(logTexts)} />
      <MomentField {...field('from', 'device.arg.from')} />
      <MomentField {...field('to', 'device.arg.to')} />
      <NumberField {...field('maxMB', 'device.arg.maxMB')} />
    </>
  ),
  CERT_UPDATE: ({ field }) => (
    <FileField
      {...field('fileId', 'device.arg.certificate')}
      type="terminal"
      known={nameIn(field('name', 'device.arg.file'))}
      takes={(extension) => extension === 'pem' || extension === 'crt'}
    />
  ),
  REMOTE_START: ({ field }) => (
    <>
      <ChoiceField {...field('mode', 'device.arg.mode')} required options={texts(modeTexts)} />
      <NumberField {...field('minutes', 'device.arg.minutes')} />
      <TextField {...field('reason', 'device.arg.reason')} />
      <CheckField {...field('consent', 'device.arg.consent')} />
    </>
  ),
  RKI: ({ field }) => (
    <>
      <CodeField {...field('profile', 'device.arg.profile')} data-autofocus />
      <CodeField {...field('host', 'device.arg.host')} />
      <LinesField {...field('slots', 'device.arg.slots')} hint={t('device.arg.slotsHint')} />
    </>
  ),
  SHELL: ({ field, modelId }) => (
    <ShellField modelId={modelId} hold={field('command', 'device.arg.command')} />
  ),
  WIPE: ({ field }) => <CheckField {...field('keepSim', 'device.arg.keepSim')} />,
}

/** The fields of a command's arguments. */
export const ArgFields = ({ cmd, ...props }: ArgFieldsProps & { readonly cmd: FormCommand }) =>
  fields[cmd](props)

interface ShellFieldProps extends Pick<ArgFieldsProps, 'modelId'> {
  readonly hold: FieldHold
}

function ShellField({ hold, modelId }: ShellFieldProps) {
  const { data } = useQuery(query(devices.shellCommands, {}))
  if (!data) return null
  const lines = data
    .filter((one) => modelId === null || one.modelId === modelId)
    .flatMap(({ commands }) => commands)
  if (lines.length === 0)
    return (
      <Text size="sm" role="status">
        {t('device.shellNone')}
      </Text>
    )
  const options = Object.fromEntries(lines.map((line) => [line, line]))
  return <ChoiceField {...hold} options={options} />
}
