import { type FilterCondition, type Param, type params, type ReplyOf } from '@muster/contract'
import { formatCapped } from '../../../kit/formatCapped.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { DeviceCount } from '../../device/index.ts'
import { placeOf } from './placeOf.ts'
import { rangeText } from './rangeText.ts'

type Told = NonNullable<ReplyOf<(typeof params)['impact']>['outside']>

interface OutsideProps {
  readonly param: Param
  readonly outside: Told | null
}

/** Terminals that run a version for which the template is not meant: who they are, and that they get it all the same. */
export function Outside({ param, outside }: OutsideProps) {
  if (outside === null || outside.count === 0) return null
  const { count, versions, versionFrom, versionTo } = outside
  const range = rangeText(versionFrom, versionTo) ?? ''
  return (
    <Callout title={t('param.outside')}>
      <p>{t('param.outsideText', { range })}</p>
      <p>
        <DeviceCount count={count} of={sought(param, versions)}>
          {t('param.outsideCount', {
            count,
            shown: formatCapped(count),
          })}
        </DeviceCount>{' '}
        <Ltr>{versions.map(({ code, name }) => name ?? String(code)).join(' ')}</Ltr>
      </p>
    </Callout>
  )
}

/** What the list of terminals is asked to show just these. */
function sought(param: Param, versions: Told['versions']): Readonly<Record<string, string>> {
  const any = versions.map(
    ({ code }): FilterCondition => ({
      field: 'appVersion',
      op: 'is',
      values: [`${param.package}=${code}`],
    }),
  )
  return { ...placeOf(param), tree: JSON.stringify({ any }) }
}
