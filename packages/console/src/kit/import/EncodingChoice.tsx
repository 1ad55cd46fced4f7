import { type SheetEncoding, sheetEncodings, type TextKey } from '@muster/contract'
import { t, texts } from '../../platform/texts.ts'
import { ChoiceInput } from '../../ui/form/ChoiceInput.tsx'
import type { ImportFlow } from './useImport.ts'

/** In which letters a CSV file is written, which only a person knows. */
export function EncodingChoice({ choices, choose }: Pick<ImportFlow, 'choices' | 'choose'>) {
  return (
    <ChoiceInput
      label={t('import.encoding')}
      options={texts(encodingTexts)}
      value={choices.encoding}
      onChoose={(value) => choose({ encoding: encodingOf(value) })}
    />
  )
}

const encodingTexts = {
  unicode: 'import.encoding.unicode',
  'windows-1252': 'import.encoding.windows1252',
  'windows-1256': 'import.encoding.windows1256',
} as const satisfies Readonly<Record<SheetEncoding, TextKey>>

const encodingOf = (value: string) => sheetEncodings.find((one) => one === value) ?? 'unicode'
