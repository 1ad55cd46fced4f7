import { developerProgramme, developerReview, packageRules, testTracks } from '@muster/contract'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { useCan } from '../../../kit/session.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { PartTab } from '../../../kit/setting/PartTab.tsx'
import { SettingFields } from '../../../kit/setting/SettingFields.tsx'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import { useDirtyCards } from '../../../kit/setting/useDirtyCards.ts'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { CodeField, LongTextField, NumberField } from '../../../ui/form/fields.tsx'
import { FlagField, LinesField } from '../../../ui/form/moreFields.tsx'
import classes from '../developer.module.css'
import { TrackList } from '../track/TrackList.tsx'

const tabs = ['programme', 'review', 'packages', 'tracks'] as const

/** APPLICATION_DEV_SETTING: the rules of the developer programme. */
export function DeveloperSettings() {
  const { query, setQuery } = usePage()
  const cards = useDirtyCards()
  const maySeeTracks = useCan(testTracks.page.permission)
  const tab = tabs.find((key) => key === query['tab']) ?? 'programme'
  return (
    <Screen title="devSetting.title">
      <Permitted to={developerProgramme.get.permission}>
        <Tabs value={tab} onChange={(key) => setQuery(key ? { tab: key } : {})}>
          <Tabs.List aria-label={t('devSetting.title')}>
            <PartTab value="programme" title={t('devSetting.programme')} of={cards} />
            <PartTab value="review" title={t('devSetting.review')} of={cards} />
            <PartTab value="packages" title={t('devSetting.packages')} of={cards} />
            {maySeeTracks && <Tabs.Tab value="tracks">{t('devSetting.tracks')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="programme" pt="md">
            <ProgrammeCard card="programme" onDirty={cards.tell} />
          </Tabs.Panel>
          <Tabs.Panel value="review" pt="md">
            <ReviewCard card="review" onDirty={cards.tell} />
          </Tabs.Panel>
          <Tabs.Panel value="packages" pt="md">
            <PackageCard card="packages" onDirty={cards.tell} />
          </Tabs.Panel>
          <Tabs.Panel value="tracks" className={classes.panel}>
            {tab === 'tracks' && <TrackList />}
          </Tabs.Panel>
        </Tabs>
      </Permitted>
    </Screen>
  )
}

/** Who may take part, and what he agrees to. */
function ProgrammeCard(props: CardProps) {
  return (
    <SettingForm of={developerProgramme} intro="devSetting.programmeIntro" {...props}>
      {({ field }) => (
        <SettingFields>
          <FlagField {...field('isOpen', 'devSetting.isOpen')} />
          <CodeField {...field('agreementVersion', 'devSetting.agreementVersion')} />
          <LinesField
            {...field('autoApproveDomains', 'devSetting.autoApproveDomains')}
            hint={t('devSetting.domainsHint')}
          />
          <LongTextField {...field('agreementText', 'devSetting.agreementText')} rows={12} />
        </SettingFields>
      )}
    </SettingForm>
  )
}

/** How applications are looked at. */
function ReviewCard(props: CardProps) {
  return (
    <SettingForm of={developerReview} intro="devSetting.reviewIntro" {...props}>
      {({ field }) => (
        <SettingFields>
          <NumberField {...field('slaHours', 'devSetting.slaHours')} />
          <FlagField {...field('twoPerson', 'devSetting.twoPerson')} />
          <LinesField
            {...field('checklist', 'devSetting.checklist')}
            hint={t('devSetting.checklistHint')}
          />
        </SettingFields>
      )}
    </SettingForm>
  )
}

/** What versions of applications have to be like. */
function PackageCard(props: CardProps) {
  return (
    <SettingForm of={packageRules} intro="devSetting.packagesIntro" {...props}>
      {({ field }) => (
        <SettingFields>
          <NumberField {...field('leastMinSdk', 'devSetting.leastMinSdk')} />
          <NumberField {...field('leastTargetSdk', 'devSetting.leastTargetSdk')} />
          <FlagField {...field('mayBeDebuggable', 'devSetting.mayBeDebuggable')} />
          <LinesField
            {...field('forbiddenPermissions', 'devSetting.forbiddenPermissions')}
            hint={t('devSetting.permissionsHint')}
          />
          <LinesField
            {...field('forbiddenPrefixes', 'devSetting.forbiddenPrefixes')}
            hint={t('devSetting.prefixesHint')}
          />
          <LinesField
            {...field('packageKeys', 'devSetting.packageKeys')}
            hint={t('devSetting.keysHint')}
          />
          <LinesField
            {...field('allowedAbis', 'devSetting.allowedAbis')}
            hint={t('devSetting.abisHint')}
          />
          <LinesField
            {...field('checklist', 'devSetting.checklist')}
            hint={t('devSetting.checklistHint')}
          />
        </SettingFields>
      )}
    </SettingForm>
  )
}
