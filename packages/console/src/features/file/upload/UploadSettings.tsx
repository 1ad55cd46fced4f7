import { uploadConfig, type UploadType, uploadTypes } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { CodeField, type FieldHold, NumberField } from '../../../ui/form/fields.tsx'
import { FlagField } from '../../../ui/form/moreFields.tsx'
import { SettingFields } from '../../../kit/setting/SettingFields.tsx'
import { useDirtyCards } from '../../../kit/setting/useDirtyCards.ts'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import { typeTexts } from './uploadTexts.ts'
import classes from './upload.module.css'

/** What may be uploaded, how large, and how long it stays when nobody uses it. */
export function UploadSettings() {
  const { tell } = useDirtyCards()
  return (
    <SettingForm of={uploadConfig} intro="upload.settingsIntro" card="upload" onDirty={tell}>
      {({ field }) => (
        <>
          <SettingFields>
            <NumberField {...field('chunkMB', 'upload.chunkMB')} />
            <CodeField {...field('cdnBaseUrl', 'upload.cdnBaseUrl')} />
          </SettingFields>
          <ScannerState />
          {uploadTypes.map((type) => (
            <TypeFields key={type} type={type} field={field} />
          ))}
        </>
      )}
    </SettingForm>
  )
}

const scannerTexts = {
  NONE: 'upload.scanner.NONE',
  AWAY: 'upload.scanner.AWAY',
  READY: 'upload.scanner.READY',
} as const
const scannerTones = { NONE: 'neutral', AWAY: 'bad', READY: 'good' } as const

/** Whether there is a virus scanner, and what it says of itself. */
function ScannerState() {
  const { data } = useQuery(query(uploadConfig.scanner, {}))
  if (!data) return null
  return (
    <p className={classes.scanner}>
      {t('upload.scanner')}:
      <StatusBadge tone={scannerTones[data.state]}>{t(scannerTexts[data.state])}</StatusBadge>
      {data.version && <Ltr>{data.version}</Ltr>}
    </p>
  )
}

type Name = `${UploadType}${'Extensions' | 'MaxMB' | 'KeepDays' | 'Scan' | 'Public'}`

interface TypeFieldsProps {
  readonly type: UploadType
  readonly field: (
    name: Name,
    label:
      | 'upload.extensions'
      | 'upload.maxMB'
      | 'upload.keepDays'
      | 'upload.scanned'
      | 'upload.public',
  ) => FieldHold
}

function TypeFields({ type, field }: TypeFieldsProps) {
  return (
    <SettingFields title={typeTexts[type]}>
      <WordsField {...field(`${type}Extensions`, 'upload.extensions')} />
      <NumberField {...field(`${type}MaxMB`, 'upload.maxMB')} />
      <NumberField {...field(`${type}KeepDays`, 'upload.keepDays')} />
      <FlagField {...field(`${type}Scan`, 'upload.scanned')} />
      <FlagField {...field(`${type}Public`, 'upload.public')} />
    </SettingFields>
  )
}

/** Short words of the wire in one line: `zip, bin`. */
function WordsField({ value, onChange, ...rest }: FieldHold) {
  const words: readonly unknown[] = Array.isArray(value) ? value : []
  const shown = words.join(', ')
  const [typed, setTyped] = useState(shown)
  // Commas and blanks are typed between two words; the words are what counts.
  const text = wordsOf(typed).join(', ') === shown ? typed : shown
  return (
    <TextInput
      {...rest}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(wordsOf(event.currentTarget.value))
      }}
    />
  )
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,;،]+/)
    .map((word) => word.replace(/^\./, ''))
    .filter((word) => word !== '')
