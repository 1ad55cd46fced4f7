import { apks, apps, policyApps, type TextKey } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t, texts } from '../../../platform/texts.ts'
import { CheckField, ChoiceField, NumberField, TextField } from '../../../ui/form/fields.tsx'
import { optTexts } from '../appTaskTexts.ts'
import classes from './form.module.css'
import type { PushFormHold } from './usePushForm.ts'

interface FieldsProps {
  readonly form: PushFormHold
}

const actionTexts: Readonly<Record<string, TextKey>> = {
  INSTALL: 'device.command.APP_INSTALL',
  UNINSTALL: 'device.command.APP_UNINSTALL',
}

/** Which application, and what has to be so on the terminal before anything happens to it. */
export function AppFields({ form }: FieldsProps) {
  const { action, appId, ask } = form.values
  const isInstall = action === 'INSTALL'
  const seesAll = useCan(policyApps.list.permission)
  const mayForce = useCan('MQTT_APK_FORCE')
  const mayDowngrade = useCan('MQTT_APK_DOWNGRADE')
  const option = (name: keyof typeof optTexts) => form.field(name, optTexts[name])
  return (
    <>
      <ChoiceField
        {...form.field('action', 'push.kind')}
        required
        options={texts(actionTexts)}
        data-autofocus
      />
      <RecordField
        {...form.field('appId', 'appPush.app')}
        // What one may bring and what one may change differ: those of organisations above are named, too.
        of={seesAll ? policyApps : apps}
        required
        onChange={(chosen) => {
          form.set('appId', chosen)
          form.set('apkId', '')
        }}
      />
      {isInstall && typeof appId === 'string' && appId !== '' && (
        <VersionField key={appId} form={form} appId={appId} />
      )}
      <TextField {...form.field('title', 'push.name')} />
      <NumberField {...option('minBat')} hint={t('appPush.minBatHint')} />
      {isInstall && <CheckField {...option('wifiOnly')} />}
      <CheckField {...option('charger')} />
      <CheckField {...option('idle')} />
      <CheckField {...option('ask')} />
      {ask === true && <NumberField {...option('maxRefuse')} hint={t('appPush.maxRefuseHint')} />}
      {mayForce && <CheckField {...option('force')} />}
      {isInstall && mayDowngrade && <CheckField {...option('downgrade')} />}
    </>
  )
}

const offered: ReadonlySet<string> = new Set(['GREY', 'ONLINE', 'SUPERSEDED'])

interface VersionFieldProps extends FieldsProps {
  readonly appId: string
}

/** The versions that terminals may be brought, the newest first. */
function VersionField({ form, appId }: VersionFieldProps) {
  const seesAll = useCan(policyApps.list.permission)
  const named = useQuery({
    ...query(policyApps.versions, { params: { id: appId } }),
    enabled: seesAll,
  })
  const own = useQuery({
    ...query(apks.page, {
      query: { appId, sortField: 'versionCode', sortOrder: 'desc', pageSize: '100' },
    }),
    enabled: useCan(apks.page.permission) && !seesAll,
  })
  const data = seesAll ? named.data : own.data?.list
  const versions = data?.filter(({ state }) => offered.has(state)) ?? []
  if (data && versions.length === 0) return <p className={classes.said}>{t('appPush.noVersion')}</p>
  const options = versions.map(
    ({ id, versionName, versionCode }) => [id, `${versionName} (${versionCode})`] as const,
  )
  return (
    <ChoiceField
      {...form.field('apkId', 'appPush.version')}
      required
      options={Object.fromEntries(options)}
    />
  )
}
