import {
  type Client,
  organizations,
  type NewOf,
  type clients,
  type TextKey,
} from '@muster/contract'
import { MomentField } from '../../kit/dates/fields.tsx'
import { RecordField } from '../../kit/form/RecordField.tsx'
import { t, texts } from '../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  CodeTextField,
  type FieldHold,
  LongTextField,
  NumberField,
  TextField,
} from '../../ui/form/fields.tsx'
import { ChecksField, LinesField } from '../../ui/form/moreFields.tsx'
import { chosenEventTexts, kindTexts } from './clientTexts.ts'

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
      <CodeTextField {...field('publicKey', 'client.publicKey')} hint={t('client.publicKeyHint')} />
      <CodeField {...field('callbackUrl', 'client.callbackUrl')} />
      <ChecksField {...field('events', 'client.events')} options={texts(chosenEventTexts)} />
      <LongTextField {...field('remark', 'client.remark')} />
    </>
  )
}
