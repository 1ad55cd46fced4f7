import { type Param, params, type UsableTemplate } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'
import { Select } from '../../../ui/Select.tsx'
import { rangeText } from './rangeText.ts'

type Target = Readonly<Partial<Record<'orgId' | 'stationId' | 'groupId' | 'deviceId', string>>>

interface TemplateFieldProps extends FieldHold {
  /** Whose templates are offered; none before it is chosen. */
  readonly appId: string
  /** For whom: what can be used there, and fits the version that is installed there. */
  readonly target: Target
  /** What the assignment is made with already, also where it is not offered any more. */
  readonly known: Pick<
    Param,
    'appId' | 'templateRevId' | 'templateName' | 'templateRevision'
  > | null
}

/** A published revision of a template of the application, at first what comes with the version installed there. */
export function TemplateField({ appId, target, known, ...hold }: TemplateFieldProps) {
  const { value, onChange, required: _, ...rest } = hold
  const chosen = shownValue(value)
  const isAllowed = useCan(params.templates.permission)
  const { data: offered } = useQuery({
    ...query(params.templates, { query: { appId, ...named(target) } }),
    enabled: isAllowed && appId !== '',
  })
  const own = known?.appId === appId ? known : null
  const options = optionsOf(offered ?? [], own)
  const isKnown = options.some((one) => one.value === chosen)
  const [isPicked, setPicked] = useState(known !== null)
  const best = bestOf(offered ?? [])
  const takeBest = useEffectEvent(() => onChange(best))
  const isOff = offered !== undefined && chosen !== best && !(isKnown && isPicked)
  // Another application has other templates, and another target may run another version.
  useEffect(() => {
    if (isOff) takeBest()
  }, [isOff])
  return (
    <Select
      {...rest}
      required
      data={options}
      value={isKnown ? chosen : null}
      onChange={(id) => {
        setPicked(true)
        onChange(id ?? '')
      }}
      allowDeselect={false}
      searchable
      disabled={appId === ''}
      placeholder={placeholderOf(appId, offered)}
      nothingFoundMessage={t('param.noTemplates')}
    />
  )
}

/** What comes with the version that is there, else the newest that fits it. */
const bestOf = (offered: readonly UsableTemplate[]): string =>
  (
    offered.find(({ broughtBy }) => broughtBy !== null) ??
    offered.find(({ fits }) => fits !== false) ??
    offered[0]
  )?.id ?? ''

function placeholderOf(appId: string, offered: readonly UsableTemplate[] | undefined): string {
  if (appId === '') return t('param.appFirst')
  return offered?.length === 0 ? t('param.noTemplates') : ''
}

function optionsOf(offered: readonly UsableTemplate[], own: TemplateFieldProps['known']) {
  const all = offered.map((one) => ({ value: one.id, label: labelOf(one) }))
  if (!own || all.some(({ value }) => value === own.templateRevId)) return all
  return [
    { value: own.templateRevId, label: nameOf(own.templateName, own.templateRevision) },
    ...all,
  ]
}

function labelOf({ name, rev, versionFrom, versionTo, fits, broughtBy }: UsableTemplate): string {
  const notes = [
    ...(broughtBy === null ? [] : [t('param.broughtBy', { version: broughtBy })]),
    ...(fits === false ? [t('param.otherVersion')] : []),
  ]
  return [`${nameOf(name, rev)}${rangeOf(versionFrom, versionTo)}`, ...notes].join(' · ')
}

const nameOf = (name: string, rev: number): string =>
  t('param.templateOf', { name, rev: formatNumber(rev) })

/** The parts of a target that are named yet. */
const named = (target: Target) =>
  Object.fromEntries(Object.entries(target).filter(([, id]) => id !== ''))

/** Versions of the application that it is for, where it says so. */
function rangeOf(from: number | null, to: number | null): string {
  const text = rangeText(from, to)
  return text === null ? '' : ` (${text})`
}
