import type { TextKey } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import { FileField } from '../../file/index.ts'
import { nameIn } from './ArgFields.tsx'

const pictures: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'webp'])

interface MessagePartsProps {
  readonly field: (name: string, label: TextKey) => FieldHold
}

/** What a message may have beside its words: a picture, and what is answered by. */
export const MessageParts = ({ field }: MessagePartsProps) => (
  <>
    <FileField
      {...field('fileId', 'device.messagePicture')}
      type="terminal"
      known={nameIn(field('name', 'device.arg.file'))}
      takes={(extension) => pictures.has(extension)}
    />
    <LinesField
      {...field('buttons', 'device.messageButtons')}
      hint={t('device.messageButtonsHint')}
    />
  </>
)
