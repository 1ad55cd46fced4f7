import { apks, type PackageFacts, packageSignature } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Ltr, Time, Words } from '../../../kit/page/values.tsx'
import { fieldProblems } from '../../../kit/callError.ts'
import { query } from '../../../kit/queries.ts'
import { formatBytes } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from '../app.module.css'
import { FactList } from '../FactList.tsx'
import { Problems } from './Problems.tsx'

interface FoundFactsProps {
  readonly fileId: string
  /** Null: nobody knows yet whose version it is to be. */
  readonly appId: string | null
  /** As far as it is typed. */
  readonly signature: string
}

/** What a package that was just uploaded says of itself, and what stands in its way. */
export function FoundFacts({ fileId, appId, ...given }: FoundFactsProps) {
  const id = useId()
  const { data: signature = null } = packageSignature().safeParse(given.signature)
  const asked = query(apks.parse, { body: { fileId, appId, signature } })
  // The same bytes always say the same.
  const { data, error } = useQuery({ ...asked, staleTime: Infinity })
  return (
    <section className={classes.found} aria-labelledby={id} aria-live="polite">
      <h3 id={id} className={classes.heading}>
        {t('apk.found')}
      </h3>
      {data && (
        <>
          <Facts facts={data.facts} bytes={data.bytes} />
          <Problems sentences={data.problems} />
        </>
      )}
      {!data && error && <Problems sentences={refusalsOf(error)} />}
      {!data && !error && <p className={classes.hint}>{t('apk.checking')}</p>}
    </section>
  )
}

/** What is wrong with the file stands at its field; what is wrong with the call does not. */
function refusalsOf(error: Error): readonly string[] {
  const said = fieldProblems(error).map(({ message }) => message)
  return said.length > 0 ? said : [error.message]
}

function Facts({ facts, bytes }: { readonly facts: PackageFacts; readonly bytes: number }) {
  const { minSdk, targetSdk, abis, signer } = facts
  const sdk = t('apk.sdkSpan', { least: String(minSdk), target: String(targetSdk ?? minSdk) })
  return (
    <FactList
      facts={[
        [t('apk.label'), <Words key="label">{facts.label}</Words>],
        [t('app.package'), <Ltr key="package">{facts.packageName}</Ltr>],
        [t('apk.version'), <Ltr key="name">{facts.versionName}</Ltr>],
        [t('apk.code'), <Ltr key="code">{facts.versionCode?.toString() ?? ''}</Ltr>],
        [t('apk.bytes'), formatBytes(bytes)],
        ...(minSdk === null ? [] : [[t('apk.sdk'), sdk] as const]),
        [t('apk.abis'), abis.length > 0 ? <Ltr key="abi">{abis.join(', ')}</Ltr> : t('apk.anyAbi')],
        [t('apk.schemes'), <Ltr key="schemes">{facts.schemes.join(', ')}</Ltr>],
        [
          t('apk.signerSubject'),
          signer ? <Ltr key="signer">{signer.subject}</Ltr> : t('apk.unsigned'),
        ],
        ...(signer?.validTo
          ? [[t('apk.signerValid'), <Time key="valid" at={signer.validTo} />] as const]
          : []),
      ]}
    />
  )
}
