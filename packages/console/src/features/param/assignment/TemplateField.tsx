import { type Param, params, type UsableTemplate } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'
import { Select } from '../../../ui/Select.tsx'

interface TemplateFieldProps extends FieldHold {
  /** Whose templates are offered; none before it is chosen. */
  readonly appId: string
  /** Only what can be used at this organisation. */
  readonly orgId: string
  /** What the assignment is made with already, also where it is not offered any more. */
  readonly known: Pick<
    Param,
    'appId' | 'templateRevId' | 'templateName' | 'templateRevision'
  > | null
}

/** A published revision of a template of the application, the newest at first. */
export function TemplateField({ appId, orgId, known, ...hold }: TemplateFieldProps) {
  const { value, onChange, required: _, ...rest } = hold
  const chosen = shownValue(value)
  const isAllowed = useCan(params.templates.permission)
  const { data: offered } = useQuery({
    ...query(params.templates, { query: { appId, ...(orgId && { orgId }) } }),
    enabled: isAllowed && appId !== '',
  })
  const own = known?.appId === appId ? known : null
  const options = optionsOf(offered ?? [], own)
  const isKnown = options.some((one) => one.value === chosen)
  const newest = offered?.[0]?.id ?? ''
  const takeNewest = useEffectEvent(() => onChange(newest))
  const isOff = offered !== undefined && !isKnown && chosen !== newest
  // Another application has other templates.
  useEffect(() => {
    if (isOff) takeNewest()
  }, [isOff])
  return (
    <Select
      {...rest}
      required
      data={options}
      value={isKnown ? chosen : null}
      onChange={(id) => onChange(id ?? '')}
      allowDeselect={false}
      searchable
      disabled={appId === ''}
      placeholder={placeholderOf(appId, offered)}
      nothingFoundMessage={t('param.noTemplates')}
    />
  )
}

function placeholderOf(appId: string, offered: readonly UsableTemplate[] | undefined): string {
  if (appId === '') return t('param.appFirst')
  return offered?.length === 0 ? t('param.noTemplates') : ''
}

function optionsOf(offered: readonly UsableTemplate[], own: TemplateFieldProps['known']) {
  const all = offered.map(({ id, name, rev, versionFrom, versionTo }) => ({
    value: id,
    label: `${nameOf(name, rev)}${rangeOf(versionFrom, versionTo)}`,
  }))
  if (!own || all.some(({ value }) => value === own.templateRevId)) return all
  return [
    { value: own.templateRevId, label: nameOf(own.templateName, own.templateRevision) },
    ...all,
  ]
}

const nameOf = (name: string, rev: number): string =>
  t('param.templateOf', { name, rev: formatNumber(rev) })

/** Versions of the application that it is for, where it says so. */
function rangeOf(from: number | null, to: number | null): string {
  if (from === null && to === null) return ''
  return ` (${t('param.versions', { from: from ?? '', to: to ?? '' })})`
}
