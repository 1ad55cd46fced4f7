import {
  apks,
  apps,
  commandPermissions,
  mostChained,
  policyApps,
  type TextKey,
} from '@muster/contract'
import { Fragment } from 'react'
import { useQuery } from '@tanstack/react-query'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t, texts } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import {
  CheckField,
  ChoiceField,
  CodeField,
  type FieldHold,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { optTexts } from '../appTaskTexts.ts'
import { followers, memberOf } from './appValues.ts'
import classes from './form.module.css'
import type { PushFormHold } from './usePushForm.ts'

interface FieldsProps {
  readonly form: PushFormHold
}

const actionTexts: Readonly<Record<string, TextKey>> = {
  INSTALL: 'device.command.APP_INSTALL',
  UNINSTALL: 'device.command.APP_UNINSTALL',
  REMOVE_PACKAGE: 'appPush.removePackage',
}

/** Which application, and what has to be so on the terminal before anything happens to it. */
export function AppFields({ form }: FieldsProps) {
  const { action, appId, ask } = form.values
  const isInstall = action === 'INSTALL'
  const isByPackage = action === 'REMOVE_PACKAGE'
  const seesAll = useCan(policyApps.list.permission)
  const mayForce = useCan('MQTT_APK_FORCE')
  const mayDowngrade = useCan('MQTT_APK_DOWNGRADE')
  const mayLaunch = useCan(commandPermissions.SET_LAUNCHER)
  const option = (name: keyof typeof optTexts) => form.field(name, optTexts[name])
  return (
    <>
      <ChoiceField
        {...form.field('action', 'push.kind')}
        required
        options={texts(actionTexts)}
        data-autofocus
      />
      {isByPackage ? (
        <>
          <CodeField {...form.field('package', 'appPush.package')} required />
          <p className={classes.hint}>{t('appPush.removePackageHint')}</p>
        </>
      ) : (
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
      )}
      {isInstall && typeof appId === 'string' && appId !== '' && (
        <VersionField key={appId} form={form} appId={appId} nth={0} />
      )}
      {!isByPackage && <Followers form={form} />}
      <TextField {...form.field('title', 'push.name')} />
      <NumberField {...option('minBat')} hint={t('appPush.minBatHint')} />
      {isInstall && <CheckField {...option('wifiOnly')} />}
      <CheckField {...option('charger')} />
      <CheckField {...option('idle')} />
      <CheckField {...option('ask')} />
      {ask === true && <NumberField {...option('maxRefuse')} hint={t('appPush.maxRefuseHint')} />}
      {mayForce && <CheckField {...option('force')} />}
      {isInstall && mayDowngrade && <CheckField {...option('downgrade')} />}
      <CheckField {...option('keepData')} />
      {isInstall && mayLaunch && <CheckField {...option('launcher')} />}
    </>
  )
}

/** What follows it: the same is done with each, one after the other. */
function Followers({ form }: FieldsProps) {
  const { action } = form.values
  const seesAll = useCan(policyApps.list.permission)
  const places = followers(form.values)
  return (
    <>
      {places.map((nth) => {
        const name = memberOf('appId', nth)
        const appId = form.values[name]
        return (
          <Fragment key={nth}>
            <RecordField
              {...numbered(form.field(name, 'appPush.thenApp'), nth)}
              of={seesAll ? policyApps : apps}
              required
              onChange={(chosen) => {
                form.set(name, chosen)
                form.set(memberOf('apkId', nth), '')
              }}
            />
            {action === 'INSTALL' && typeof appId === 'string' && appId !== '' && (
              <VersionField key={appId} form={form} appId={appId} nth={nth} />
            )}
          </Fragment>
        )
      })}
      <div className={classes.wide}>
        {places.length > 0 && <p className={classes.hint}>{t('appPush.thenHint')}</p>}
        {places.length < mostChained - 1 && (
          <Button variant="default" onClick={() => form.set('followers', places.length + 1)}>
            {t('appPush.thenAdd')}
          </Button>
        )}
        {places.length > 0 && (
          <Button variant="default" onClick={() => form.set('followers', places.length - 1)}>
            {t('appPush.thenRemove')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Which of several a field is about. */
const numbered = (field: FieldHold, nth: number): FieldHold => {
  if (nth === 0) return field
  const isApp = field.name.startsWith('appId')
  const label = t(isApp ? 'appPush.thenApp' : 'appPush.thenVersion', { nth: formatNumber(nth + 1) })
  return { ...field, label }
}

const offered: ReadonlySet<string> = new Set(['GREY', 'ONLINE', 'SUPERSEDED'])

interface VersionFieldProps extends FieldsProps {
  readonly appId: string
  /** 0: the first. */
  readonly nth: number
}

/** The versions that terminals may be brought, the newest first. */
function VersionField({ form, appId, nth }: VersionFieldProps) {
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
      {...numbered(form.field(memberOf('apkId', nth), 'appPush.version'), nth)}
      required
      options={Object.fromEntries(options)}
    />
  )
}
