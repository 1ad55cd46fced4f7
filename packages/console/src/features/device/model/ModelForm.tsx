import { categories, features, type Model, models, type ParsedOf, vendors } from '@muster/contract'
import { DateField } from '../../../kit/dates/fields.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordsField } from '../../../kit/form/RecordsField.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { ImageField } from '../../../kit/image/ImageField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { CodeField, LongTextField, NumberField, TextField } from '../../../ui/form/fields.tsx'
import { osTexts } from '../osTexts.ts'
import { confirmKeys } from './confirmKeys.ts'
import { KeySlotsField } from './KeySlotsField.tsx'
import { WordField } from '../../../kit/dictionary/WordField.tsx'

interface ModelFormProps {
  readonly dialog: Dialog<Model>
  /** What is known of a new one already. */
  readonly start?: Partial<ParsedOf<typeof models.add>['body']>
  readonly onSaved?: () => void
}

/** Adds and edits a model. */
export function ModelForm({ dialog, start = {}, onSaved }: ModelFormProps) {
  return (
    <FormDialog
      of={models}
      dialog={dialog}
      title="model.add"
      start={start}
      confirmSave={confirmKeys}
      {...(onSaved && { onSaved })}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'model.name')} />
          <CodeField {...field('code', 'model.code')} />
          <RecordField {...field('vendorId', 'model.vendor')} of={vendors} />
          <RecordField {...field('categoryId', 'model.category')} of={categories} />
          <WordField
            {...field('osType', 'model.osType')}
            of="category.os"
            options={texts(osTexts)}
          />
          <CodeField {...field('osVersions', 'model.osVersions')} />
          <CodeField {...field('screen', 'model.screen')} />
          <CodeField {...field('cpuAbi', 'model.cpuAbi')} />
          <NumberField {...field('ramMb', 'model.ramMb')} />
          <NumberField {...field('storageMb', 'model.storageMb')} />
          <NumberField {...field('batteryMah', 'model.batteryMah')} />
          <CodeField {...field('snRule', 'model.snRule')} />
          <NumberField {...field('heartbeatSeconds', 'model.heartbeat')} />
          <DateField {...field('endOfSale', 'model.endOfSale')} />
          <DateField {...field('endOfSupport', 'model.endOfSupport')} />
          <TextField {...field('stableChannel', 'model.stableChannel')} />
          <TextField {...field('betaChannel', 'model.betaChannel')} />
          <CodeField {...field('bootLogo', 'model.bootLogo')} />
          <RecordsField
            {...field('featureIds', 'model.features')}
            of={features}
            none={t('model.featuresHint')}
          />
          <KeySlotsField {...field('keySlots', 'model.keySlots')} />
          <ImageField {...field('picture', 'model.picture')} use="picture" />
          <LongTextField {...field('remark', 'model.remark')} />
        </>
      )}
    </FormDialog>
  )
}
