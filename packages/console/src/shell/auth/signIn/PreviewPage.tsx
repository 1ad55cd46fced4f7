import { customizes } from '@muster/contract'
import { useEffect, useState } from 'react'
import { ask } from '../../../kit/call.ts'
import { useAddress } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { previewSite } from '../../session/site.ts'
import { paint } from '../../layout/theme/paint.ts'
import { themeInForce } from '../../layout/theme/settings.ts'
import styles from './PreviewPage.module.css'
import { SignInPage } from './SignInPage.tsx'

/** The sign-in page of a white label as its visitors would see it; it only shows. */
export function PreviewPage() {
  const id = useAddress().query['id'] ?? ''
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useEffect(() => {
    const show = async () => {
      const site = await ask(customizes.preview, { params: { id } })
      previewSite(site)
      paint({ ...themeInForce(), themeName: site.themeName ?? 'blue-white' })
      setState('shown')
    }
    show().catch(() => setState('failed'))
    return () => {
      previewSite(null)
      paint(themeInForce())
    }
  }, [id])
  return (
    <>
      <p role="status" className={styles['note']}>
        {t(state === 'failed' ? 'customize.previewFailed' : 'customize.previewNote')}
      </p>
      {state === 'shown' && (
        <div inert>
          <SignInPage />
        </div>
      )}
    </>
  )
}
