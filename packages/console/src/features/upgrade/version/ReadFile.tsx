import { type ReplyOf, upgradeVersions } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { fieldProblems } from '../../../kit/callError.ts'
import { query } from '../../../kit/queries.ts'
import { formatBytes } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'

/** What a file that was just uploaded says of itself. */
export function ReadFile({ fileId }: { readonly fileId: string }) {
  const asked = query(upgradeVersions.parse, { body: { fileId } })
  // The same bytes always say the same.
  const { data, error } = useQuery({ ...asked, staleTime: Infinity })
  return (
    <Callout title={t('upgradeVersion.found')}>
      {data && sayFound(data)}
      {!data && error && wordsOf(error)}
      {!data && !error && t('upgradeVersion.reading')}
    </Callout>
  )
}

function sayFound(found: ReplyOf<typeof upgradeVersions.parse>): string {
  const { fileName: file, bytes, versionName: version, hardware } = found
  const size = formatBytes(bytes)
  if (version === null) return t('upgradeVersion.foundNothing', { file, size })
  const revisions = hardware.length > 0 ? hardware.join(', ') : t('upgradeVersion.allHardware')
  return t('upgradeVersion.foundText', { file, size, version, hardware: revisions })
}

const wordsOf = (error: Error): string => fieldProblems(error)[0]?.message ?? error.message
