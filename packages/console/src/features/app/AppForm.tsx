import {
  type App,
  appCategories,
  appPictureSizes,
  apps,
  developers,
  features,
  type InputOf,
  models,
  organizations,
} from '@muster/contract'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { RecordField } from '../../kit/form/RecordField.tsx'
import { RecordsField } from '../../kit/form/RecordsField.tsx'
import { ImageField } from '../../kit/image/ImageField.tsx'
import { t, texts } from '../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  type FieldHold,
  LongTextField,
  TextField,
} from '../../ui/form/fields.tsx'
import { NamesField } from '../system/language/index.ts'
import { osTexts, typeTexts } from './appTexts.ts'
import { AudienceFields } from './AudienceFields.tsx'
import { ChargeFields } from './ChargeFields.tsx'
import { ScreenshotsField } from './ScreenshotsField.tsx'

type Start = Partial<InputOf<typeof apps.add>['body']>

interface AppFormProps {
  readonly dialog: Dialog<App>
  /** What is known of a new one, from its package. */
  readonly start?: Start
  readonly onSaved?: (saved: App) => void
}

const usual: Start = { appType: 'NORMAL', osKind: 'ANDROID', categoryIds: [] }

/** Adds and edits an application. */
export function AppForm({ dialog, start, onSaved }: AppFormProps) {
  return (
    <FormDialog
      of={apps}
      dialog={dialog}
      title="app.add"
      start={{ ...usual, ...start }}
      {...(onSaved && { onSaved })}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'app.name')} />
          <CodeField {...field('package', 'app.package')} />
          <ChoiceField {...field('appType', 'app.type')} options={texts(typeTexts)} />
          <ChoiceField {...field('osKind', 'app.os')} options={texts(osTexts)} />
          <RecordField {...field('orgId', 'app.organization')} of={organizations} />
          <RecordField {...field('developerId', 'app.developer')} of={developers} />
          <AudienceFields
            visibility={field('visibility', 'app.visibility')}
            orgs={field('visibleOrgIds', 'app.visibleOrgs')}
            stations={field('stationTypes', 'app.stationTypes')}
          />
          <ChosenFields
            categories={field('categoryIds', 'app.categories')}
            models={field('modelIds', 'app.models')}
            features={field('requiredFeatureIds', 'app.features')}
          />
          <ChargeFields
            charge={field('charge', 'app.charge')}
            price={field('price', 'app.price')}
            currency={field('currency', 'app.currency')}
          />
          <WordFields
            summary={field('summary', 'app.summary')}
            description={field('description', 'app.description')}
          />
          <PictureFields
            icon={field('icon', 'app.icon')}
            featureImage={field('featureImage', 'app.featureImage')}
            screenshots={field('screenshots', 'app.screenshots')}
          />
          <CodeField {...field('supportEmail', 'app.supportEmail')} />
          <CodeField {...field('privacyUrl', 'app.privacyUrl')} />
          <LongTextField {...field('remark', 'app.remark')} />
        </>
      )}
    </FormDialog>
  )
}

type Holds<Name extends string> = Readonly<Record<Name, FieldHold>>

/** What a store says of it. */
function WordFields({ summary, description }: Holds<'summary' | 'description'>) {
  return (
    <>
      <NamesField {...summary} hint={t('app.languageHint')} />
      <NamesField {...description} hint={t('app.languageHint')} rows={3} />
    </>
  )
}

/** What a store shows of it. */
function PictureFields(fields: Holds<'icon' | 'featureImage' | 'screenshots'>) {
  return (
    <>
      <ImageField {...fields.icon} use="appIcon" pixels={appPictureSizes.icon} />
      <ImageField {...fields.featureImage} use="picture" pixels={appPictureSizes.featureImage} />
      <ScreenshotsField {...fields.screenshots} />
    </>
  )
}

/** Where a store shows it, and what it runs on. */
function ChosenFields(fields: Holds<'categories' | 'models' | 'features'>) {
  return (
    <>
      <RecordsField {...fields.categories} of={appCategories} none={t('app.noCategories')} />
      <RecordsField {...fields.models} of={models} none={t('app.allModels')} />
      <RecordsField {...fields.features} of={features} none={t('app.noFeatures')} />
    </>
  )
}
