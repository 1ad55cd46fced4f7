import { type TextKey, uploadConfig, uploads } from '@muster/contract'
import { useState } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { lazyPart } from '../../../platform/lazyPart.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { can, useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { UploadList } from './UploadList.tsx'
import classes from './upload.module.css'

const UploadSettings = lazyPart(() =>
  import('./UploadSettings.tsx').then((file) => file.UploadSettings),
)

const parts: readonly { key: string; title: TextKey; permission: string }[] = [
  { key: 'history', title: 'upload.history', permission: uploads.page.permission },
  { key: 'settings', title: 'upload.settings', permission: uploadConfig.get.permission },
]

/** UPLOAD: files that were handed in, and what may be. */
export function UploadScreen() {
  const { query, setQuery } = usePage()
  useSession((state) => state.user)
  const open = parts.filter(({ permission }) => can(permission))
  const tab = open.find(({ key }) => key === query['tab'])?.key ?? open[0]?.key ?? 'history'
  const wasSet = useWasOnce(tab === 'settings')
  return (
    <Screen title="upload.title">
      <Tabs value={tab} onChange={(key) => setQuery(key ? { tab: key } : {})}>
        <Tabs.List aria-label={t('upload.title')}>
          {open.map(({ key, title }) => (
            <Tabs.Tab key={key} value={key}>
              {t(title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="history" className={classes.panel}>
          <UploadList />
        </Tabs.Panel>
        {can(uploadConfig.get.permission) && (
          <Tabs.Panel value="settings" pt="md">
            {wasSet && <UploadSettings />}
          </Tabs.Panel>
        )}
      </Tabs>
    </Screen>
  )
}

/** Whether something has been so once: what was opened stays, with what was typed in it. */
function useWasOnce(isSo: boolean): boolean {
  const [was, setWas] = useState(isSo)
  if (isSo && !was) setWas(true)
  return was
}
