import { type OrganizationConfig, organizationConfig } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { ConflictNote } from '../../../kit/form/ConflictNote.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { useSettingForm } from '../../../kit/setting/useSettingForm.ts'
import type { OrganizationFormProps } from '../detail/tabProps.ts'
import classes from './config.module.css'
import { SettingRow } from './SettingRow.tsx'
import { settings } from './settings.tsx'
import { useOwnSettings } from './useOwnSettings.ts'

/** What an organisation sets for its subtree, beside what it inherits. */
export function ConfigTab({ organization: { id }, ...card }: OrganizationFormProps) {
  const { active } = usePage()
  const config = useQuery({
    ...query(organizationConfig.get, { params: { id } }),
    subscribed: active,
  })
  return (
    <Loaded query={config} permission={organizationConfig.get.permission}>
      {(data) => <ConfigForm id={id} data={data} {...card} />}
    </Loaded>
  )
}

interface ConfigFormProps extends CardProps {
  readonly id: string
  readonly data: OrganizationConfig
}

function ConfigForm({ id, data, card, onDirty }: ConfigFormProps) {
  const form = useSettingForm(organizationConfig, data, { params: { id } })
  const own = useOwnSettings(data, form.getValues())
  useEffect(() => onDirty(card, form.isDirty), [onDirty, card, form.isDirty])
  const { submit, isSending } = useSubmit(form.save)
  return (
    <form className={classes.card} onSubmit={submit} noValidate>
      <p className={classes.intro}>{t('organization.config.intro')}</p>
      <ConflictNote conflict={form.conflict} take={form.takeTheirs} />
      {settings.map((setting) => (
        <SettingRow
          key={setting.name}
          setting={setting}
          config={data}
          hold={form.field(setting.name, setting.label)}
          isOwn={own.has(setting.name)}
          setOwn={(isOwn) => own.set(setting.name, isOwn)}
        />
      ))}
      <Button className={classes.save} type="submit" loading={isSending}>
        {t('kit.save')}
      </Button>
    </form>
  )
}
