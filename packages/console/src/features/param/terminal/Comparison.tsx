import { type EffectiveParams, effectiveParams, type ParamDifference } from '@muster/contract'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { formatDateTime } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Differences } from '../assignment/Differences.tsx'
import classes from './terminal.module.css'
import { type Place, useEffective } from './useEffective.ts'

interface ComparisonProps {
  readonly of: Place
  readonly first: string
  /** Empty: now. */
  readonly second: string
}

/** What was otherwise at one moment than at another. */
export function Comparison({ of, first, second }: ComparisonProps) {
  const [one, two] = first <= second || second === '' ? [first, second] : [second, first]
  const before = useEffective(of, one)
  const after = useEffective(of, two)
  const { permission } = effectiveParams.effective
  return (
    <Loaded query={before} permission={permission}>
      {(then) => (
        <Loaded query={after} permission={permission}>
          {(later) => (
            <Shown titles={[title(one), title(two)]} before={then.held} after={later.held} />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

const title = (at: string): string => (at === '' ? t('param.now') : formatDateTime(at))

type Held = EffectiveParams['held']

interface ShownProps {
  readonly titles: readonly [string, string]
  readonly before: Held
  readonly after: Held
}

function Shown({ titles, before, after }: ShownProps) {
  const differences = differencesOf(before, after)
  if (differences.length === 0) return <p className={classes.quiet}>{t('param.noDifferences')}</p>
  return <Differences label={t('param.differences')} titles={titles} differences={differences} />
}

/** In what two moments differ; a secret differs where it was put there at another time. */
function differencesOf(before: Held, after: Held): ParamDifference[] {
  const byPid = (held: Held) => new Map((held?.values ?? []).map((one) => [one.pid, one]))
  const [then, now] = [byPid(before), byPid(after)]
  return [...new Set([...then.keys(), ...now.keys()])]
    .toSorted()
    .flatMap((pid): ParamDifference[] => {
      const [one, other] = [then.get(pid), now.get(pid)]
      const isSecret = (one?.isSecret ?? false) || (other?.isSecret ?? false)
      const isSame = isSecret ? one?.since === other?.since : one?.value === other?.value
      if (isSame) return []
      return [{ pid, before: one?.value ?? null, after: other?.value ?? null, isSecret }]
    })
}
