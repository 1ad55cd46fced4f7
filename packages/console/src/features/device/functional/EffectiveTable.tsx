import { type EffectiveSettings, effectiveSettings, functionalNames } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './functional.module.css'
import { SettingValue } from './SettingValue.tsx'

type State = EffectiveSettings['state']

const tones: Readonly<Record<State, ComponentProps<typeof StatusBadge>['tone']>> = {
  APPLIED: 'good',
  PENDING: 'waiting',
  FAILED: 'bad',
}

/** Members of D-CFG that a setting becomes, where they are not called the same. */
const members: Readonly<Record<string, string>> = {
  lockStatusBar: 'locks',
  lockHome: 'locks',
  lockRecents: 'locks',
  kioskApps: 'kiosk',
}

/** What holds for a terminal, where each value comes from, and whether the terminal does it. */
export function EffectiveTable({ deviceId }: { readonly deviceId: string }) {
  const { active } = usePage()
  const found = useQuery({
    ...query(effectiveSettings.effective, { params: { deviceId } }),
    subscribed: active,
  })
  return (
    <Loaded query={found} permission={effectiveSettings.effective.permission}>
      {(settings) => (
        <div className={classes.dialog}>
          <p>
            <StatusBadge tone={tones[settings.state]}>
              {t(`functional.effective.${settings.state}`)}
            </StatusBadge>{' '}
            {sentence(settings)}
          </p>
          <PlainTable
            label={t('functional.effective')}
            titles={[
              t('functional.effective.setting'),
              t('functional.effective.value'),
              t('functional.effective.source'),
            ]}
            rows={functionalNames().map((name) => ({
              key: name,
              cells: [
                t(`functional.set.${name}`),
                <Value key="value" settings={settings} name={name} />,
                <bdi key="source">{sourceText(settings, name)}</bdi>,
              ],
            }))}
          />
        </div>
      )}
    </Loaded>
  )
}

type Name = ReturnType<typeof functionalNames>[number]

function Value({ settings, name }: { readonly settings: EffectiveSettings; readonly name: Name }) {
  const isRefused =
    settings.values[name] !== null && settings.refused.includes(members[name] ?? name)
  return (
    <>
      <SettingValue settings={settings.values} name={name} />
      {isRefused && <span className={classes.bad}>{t('functional.effective.refusedOne')}</span>}
    </>
  )
}

function sentence({ state, rev, appliedRev }: EffectiveSettings): string {
  if (appliedRev === null) return t('functional.effective.never')
  const wanted = formatNumber(rev)
  const applied = formatNumber(appliedRev)
  if (state === 'PENDING') return t('functional.effective.pending', { applied, wanted })
  const said = state === 'FAILED' ? 'functional.effective.failed' : 'functional.effective.applied'
  return t(said, { rev: applied })
}

function sourceText({ sources }: EffectiveSettings, setting: Name): string {
  const { source = 'AGENT', name = null, revision = null } = sources[setting] ?? {}
  if (source === 'AGENT' || source === 'PARAMETER') return t(`functional.effective.${source}`)
  if (source === 'LIFECYCLE') return t('functional.effective.LIFECYCLE')
  if (name === null) return t('functional.effective.hidden')
  if (source === 'MODEL_SHEET' || source === 'ORGANIZATION_SETTING')
    return t(`functional.effective.${source}`, { name })
  return t('functional.effective.profile', { name, revision: formatNumber(revision ?? 0) })
}
