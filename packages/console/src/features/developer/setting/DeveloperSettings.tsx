import { developerProgramme, developerReview, packageRules, testTracks } from '@muster/contract'
import { useCallback, useEffect, useState } from 'react'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { useCan } from '../../../kit/session.ts'
import { SettingFields } from '../../../kit/setting/SettingFields.tsx'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { CodeField, LongTextField, NumberField } from '../../../ui/form/fields.tsx'
import { FlagField, LinesField } from '../../../ui/form/moreFields.tsx'
import classes from '../developer.module.css'
import { TrackList } from '../track/TrackList.tsx'

interface CardProps {
  readonly card: string
  readonly onDirty: (card: string, isDirty: boolean) => void
}

const tabs = ['programme', 'review', 'packages', 'tracks'] as const

/** APPLICATION_DEV_SETTING: the rules of the developer programme. */
export function DeveloperSettings() {
  const { query, setQuery } = usePage()
  const tell = useDirtyCards()
  const maySeeTracks = useCan(testTracks.page.permission)
  const tab = tabs.find((key) => key === query['tab']) ?? 'programme'
  return (
    <Screen title="devSetting.title">
      <Permitted to={developerProgramme.get.permission}>
        <Tabs value={tab} onChange={(key) => setQuery(key ? { tab: key } : {})}>
          <Tabs.List aria-label={t('devSetting.title')}>
            <Tabs.Tab value="programme">{t('devSetting.programme')}</Tabs.Tab>
            <Tabs.Tab value="review">{t('devSetting.review')}</Tabs.Tab>
            <Tabs.Tab value="packages">{t('devSetting.packages')}</Tabs.Tab>
            {maySeeTracks && <Tabs.Tab value="tracks">{t('devSetting.tracks')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="programme" pt="md">
            <ProgrammeCard card="programme" onDirty={tell} />
          </Tabs.Panel>
          <Tabs.Panel value="review" pt="md">
            <ReviewCard card="review" onDirty={tell} />
          </Tabs.Panel>
          <Tabs.Panel value="packages" pt="md">
            <PackageCard card="packages" onDirty={tell} />
          </Tabs.Panel>
          <Tabs.Panel value="tracks" className={classes.panel}>
            {tab === 'tracks' && <TrackList />}
          </Tabs.Panel>
        </Tabs>
      </Permitted>
    </Screen>
  )
}

/** Unsaved input of either card marks the page's tab. */
function useDirtyCards() {
  const { setDirty } = usePage()
  const [dirty, setCards] = useState<Readonly<Record<string, boolean>>>({})
  const isAnyDirty = Object.values(dirty).includes(true)
  useEffect(() => {
    setDirty(isAnyDirty)
    return () => setDirty(false)
  }, [setDirty, isAnyDirty])
  return useCallback(
    (card: string, isDirty: boolean) =>
      setCards((known) => (known[card] === isDirty ? known : { ...known, [card]: isDirty })),
    [],
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
