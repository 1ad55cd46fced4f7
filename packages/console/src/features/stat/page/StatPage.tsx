import type { StatGrain, TextKey } from '@muster/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DocumentButton, type Documented } from '../../../kit/export/DocumentButton.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Forbidden } from '../../../kit/page/Sentence.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { useCan } from '../../../kit/session.ts'
import { t, texts } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { EstateFilters } from './EstateFilters.tsx'
import classes from './statPage.module.css'

interface StatPageProps {
  readonly title: TextKey
  /** Who may not read gets told so instead. */
  readonly permission: string
  /** The steps that its curves can be shown in; none: it has no curves. */
  readonly grains?: readonly StatGrain[]
  /** More to choose, after what all pages share. */
  readonly filters?: ReactNode
  /** The page as a document; none: it cannot be had as one. */
  readonly document?: Documented | null
  readonly children: ReactNode
}

const grainTexts: Readonly<Record<StatGrain, TextKey>> = {
  HOUR: 'stat.grain.HOUR',
  DAY: 'stat.grain.DAY',
  WEEK: 'stat.grain.WEEK',
  MONTH: 'stat.grain.MONTH',
}

/** A page of statistics: what it is about, which its address says, and blocks of figures below. */
export const StatPage = ({ title, ...body }: StatPageProps) => (
  <Screen title={title}>
    <StatBody {...body} />
  </Screen>
)

/** The same below a title of others, as one of their tabs. */
export function StatBody({
  permission,
  grains = [],
  filters,
  document = null,
  children,
}: Omit<StatPageProps, 'title'>) {
  const queries = useQueryClient()
  const isAllowed = useCan(permission)
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <EstateFilters hasSpan={grains.length > 0} />
        {grains.length > 0 && <GrainChoice grains={grains} />}
        {filters}
        <div className={classes.buttons}>
          {document && <DocumentButton {...document} />}
          <Button variant="default" onClick={() => void queries.invalidateQueries()}>
            {t('workbench.readAgain')}
          </Button>
        </div>
      </div>
      {isAllowed ? (
        <div className={classes.grid}>{children}</div>
      ) : (
        <Forbidden permission={permission} />
      )}
    </div>
  )
}

/** Blocks beside a list. */
export const StatGrid = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.page}>
    <div className={classes.grid}>{children}</div>
  </div>
)

function GrainChoice({ grains }: { readonly grains: readonly StatGrain[] }) {
  const { query, setQuery } = usePage()
  const options = Object.fromEntries(grains.map((grain) => [grain, grainTexts[grain]]))
  return (
    <ChoiceInput
      label={t('stat.grain')}
      options={texts(options)}
      none={t('stat.grain.fitting')}
      value={query['grain'] ?? ''}
      onChoose={(grain) => setQuery({ ...query, grain })}
    />
  )
}
