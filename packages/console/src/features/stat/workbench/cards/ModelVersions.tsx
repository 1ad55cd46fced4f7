import {
  estateLists,
  type ReplyOf,
  type spreadKinds,
  spreadLists,
  versionLists,
  type versionStat,
  type workbench,
} from '@muster/contract'
import { formatPercent } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { type Part, StackedBar } from '../../../../ui/chart/StackedBar.tsx'
import { useFigureLink } from '../../page/stat.ts'
import { useBoard } from '../board.ts'
import { shareText } from '../../page/shareText.ts'
import classes from '../tiles.module.css'

/** What a version is one of. */
export type VersionKind = (typeof spreadKinds)[number]
type Model = ReplyOf<typeof workbench.versionByModel>[number]

/** The version that a model should have, and how many of its terminals have an older one. */
type Target = Pick<
  ReplyOf<typeof versionStat.matrix>['models'][number],
  'modelId' | 'target' | 'behind'
>

interface ModelVersionsProps {
  readonly models: readonly Model[]
  readonly targets: readonly Target[]
  readonly kind: VersionKind
}

/** For each of the largest models, how its terminals spread over versions. */
export function ModelVersions({ models, kind, targets }: ModelVersionsProps) {
  return (
    <ul className={classes.spreads}>
      {models.map((model) => (
        <li key={model.modelId}>
          <ModelSpread model={model} kind={kind} />
          <Standing
            name={model.name}
            kind={kind}
            of={targets.find(({ modelId }) => modelId === model.modelId)}
          />
        </li>
      ))}
    </ul>
  )
}

function ModelSpread({ model, kind }: { readonly model: Model; readonly kind: VersionKind }) {
  const { modelId, name, top, total } = model
  const { filter } = useBoard()
  const of = { ...filter, modelId }
  const link = useFigureLink()
  const [first] = top
  const version = first?.version ?? ''
  return (
    <>
      <Linked href={link(estateLists.total(of))} text={name} />
      <StackedBar parts={partsOf(model)} />
      <small>
        {first ? (
          <Linked
            href={link(spreadLists.runs(of, kind, version))}
            text={t('workbench.versionShare', {
              share: formatPercent(first.count / total),
              version: shortOf(version, name),
            })}
          />
        ) : (
          t('workbench.unknown')
        )}
      </small>
    </>
  )
}

interface StandingProps {
  readonly name: string
  readonly kind: VersionKind
  readonly of: Target | undefined
}

/** How a model stands to its target: whether all have it, or how many are behind. */
function Standing({ name, kind, of }: StandingProps) {
  const { filter } = useBoard()
  const link = useFigureLink()
  if (!of?.target) return null
  const { modelId, target, behind } = of
  const version = shortOf(target, name)
  if (behind === 0) return <small>{t('workbench.onTarget', { version })}</small>
  const list = versionLists.behind(filter, { kind, modelId }, target)
  return (
    <small data-tone="behind">
      <Linked href={link(list)} text={t('workbench.behind', { count: behind, version })} />
    </small>
  )
}

interface LinkedProps {
  readonly href: string | undefined
  readonly text: string
}

/** A name that leads to its terminals, for those who may see them. */
const Linked = ({ href, text }: LinkedProps) =>
  href ? (
    <a href={href}>
      <bdi>{text}</bdi>
    </a>
  ) : (
    <bdi>{text}</bdi>
  )

/** The versions that most have, each in a colour of its own; the others are one grey part. */
function partsOf({ name, top, others, unknown, total }: Model): readonly Part[] {
  const rest = others + unknown
  const shown = top.map(
    ({ version, count }, place): Part => ({
      key: version,
      label: shortOf(version, name),
      value: count,
      title: `${version}: ${shareText(count, total)}`,
      rank: ranks[place] ?? 3,
    }),
  )
  if (rest === 0) return shown
  const title = `${t('workbench.others')}: ${shareText(rest, total)}`
  return [...shown, { key: '\nrest', label: '', value: rest, title, rank: 3 }]
}

const ranks = [0, 1, 2] as const

/** A version without the model's name, which many vendors put before it. */
export function shortOf(version: string, model: string): string {
  const before = `${model.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-`
  return version.toLowerCase().startsWith(before) ? version.slice(before.length) : version
}
