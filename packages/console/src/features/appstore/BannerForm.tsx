import { type Banner, banners, models, organizations, policyApps } from '@muster/contract'
import { MomentField } from '../../kit/dates/fields.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { RecordField } from '../../kit/form/RecordField.tsx'
import { RecordsField } from '../../kit/form/RecordsField.tsx'
import { ImageField } from '../../kit/image/ImageField.tsx'
import { t, texts } from '../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  LongTextField,
  NumberField,
  TextField,
} from '../../ui/form/fields.tsx'
import { placementTexts, targetTexts } from './bannerTexts.ts'
import { LanguagesField } from './LanguagesField.tsx'

const start = { placement: 'TOP', targetType: 'NONE' } as const

/** Adds and edits a banner. */
export function BannerForm({ dialog }: { readonly dialog: Dialog<Banner> }) {
  const placements = texts(placementTexts)
  return (
    <FormDialog
      of={banners}
      dialog={dialog}
      title="banner.add"
      start={{ ...start, orgIds: [], modelIds: [], languages: [] }}
    >
      {(field) => (
        <>
          <TextField {...field('title', 'banner.name')} />
          <RecordField {...field('orgId', 'banner.organization')} of={organizations} />
          <ChoiceField {...field('placement', 'banner.placement')} options={placements} />
          <NumberField {...field('sort', 'banner.sort')} />
          <ImageField {...field('imageWide', 'banner.imageWide')} use="banner" />
          <ImageField {...field('imageNarrow', 'banner.imageNarrow')} use="banner" />
          <MomentField {...field('startAt', 'banner.startAt')} />
          <MomentField {...field('endAt', 'banner.endAt')} />
          <ChoiceField {...field('targetType', 'banner.targetType')} options={texts(targetTexts)} />
          {field('targetType', 'banner.targetType').value === 'URL' && (
            <CodeField {...field('targetUrl', 'banner.targetUrl')} />
          )}
          {field('targetType', 'banner.targetType').value === 'APP' && (
            <RecordField {...field('targetAppId', 'banner.targetApp')} of={policyApps} />
          )}
          <NumberField
            {...field('maxPerDay', 'banner.maxPerDay')}
            hint={t('banner.maxPerDayHint')}
          />
          {field('placement', 'banner.placement').value === 'IDLE' && (
            <NumberField {...field('seconds', 'banner.seconds')} />
          )}
          <RecordsField
            {...field('orgIds', 'banner.organizations')}
            of={organizations}
            none={t('banner.allOrganizations')}
          />
          <RecordsField
            {...field('modelIds', 'banner.models')}
            of={models}
            none={t('banner.allModels')}
          />
          <LanguagesField {...field('languages', 'banner.languages')} />
          <LongTextField {...field('remark', 'banner.remark')} />
        </>
      )}
    </FormDialog>
  )
}
