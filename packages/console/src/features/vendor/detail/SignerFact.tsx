import type { Vendor } from '@muster/contract'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

/** Where a vendor's signer is, and what its last test found. */
export function SignerFact({ vendor }: { readonly vendor: Vendor }) {
  const { signerUrl, signerTestedAt, signerFault } = vendor
  if (signerUrl === null) return nothing
  return (
    <>
      <Ltr>{signerUrl}</Ltr>{' '}
      {signerTestedAt === null ? (
        <StatusBadge tone="neutral">{t('vendor.signerUntested')}</StatusBadge>
      ) : (
        <>
          <StatusBadge tone={signerFault === null ? 'good' : 'bad'}>
            {signerFault === null ? t('vendor.signerGood') : t(`vendor.signerFault.${signerFault}`)}
          </StatusBadge>{' '}
          <Time at={signerTestedAt} />
        </>
      )}
    </>
  )
}
