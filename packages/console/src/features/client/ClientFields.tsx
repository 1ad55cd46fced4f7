import {
  type Client,
  organizations,
  type NewOf,
  type clients,
  type TextKey,
} from '@muster/contract'
import { RecordField } from '../../kit/parts/RecordField.tsx'
import { t, texts } from '../../platform/texts.ts'
import {
  ChoiceField,
  type FieldHold,
  LongTextField,
  MomentField,
  NumberField,
  TextField,
} from '../../ui/form/fields.tsx'
import { LinesField } from '../../ui/form/moreFields.tsx'
import { kindTexts } from './clientTexts.ts'

type Name = keyof NewOf<typeof clients> & string

interface ClientFieldsProps {
  readonly field: (name: Name, label: TextKey) => FieldHold
}

/** What a client with these fields starts with. */
export const newClient = { kind: 'OPEN_API' } as const satisfies Partial<Client>

/** What is said of a client when it is added and when it is edited. */
export function ClientFields({ field }: ClientFieldsProps) {
  return (
    <>
      <TextField {...field('name', 'client.name')} />
      <ChoiceField {...field('kind', 'client.kind')} options={texts(kindTexts)} />
      <RecordField {...field('orgId', 'client.organization')} of={organizations} />
      <MomentField {...field('validTo', 'client.validTo')} />
      <NumberField {...field('rateLimit', 'client.rateLimit')} />
      <LinesField {...field('ipAllow', 'client.ipAllow')} hint={t('client.ipHint')} />
      <LongTextField {...field('remark', 'client.remark')} />
    </>
  )
}
