import { wallSeconds, wallStat } from '@muster/contract'
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { ChipValue } from '../../../kit/filters/ChipValue.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { Failed, Forbidden } from '../../../kit/page/Sentence.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { useCan } from '../../../kit/session.ts'
import { navigate } from '../../../platform/address.ts'
import { formatTime } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { EstateChips, organizationField } from '../page/EstateFilters.tsx'
import { useFigures } from '../page/stat.ts'
import { usePages } from '../workbench/pages.ts'
import { useWallboard } from '../workbench/useWallboard.ts'
import { useDark } from './useDark.ts'
import { WallFigures } from './WallFigures.tsx'
import classes from './wall.module.css'

/** WALL: the estate at a glance, over the whole window, read again by itself. */
export function Wall() {
  const { active } = usePage()
  const isAllowed = useCan(wallStat.look.permission)
  return (
    <Screen title="wall.title">
      {!isAllowed && <Forbidden permission={wallStat.look.permission} />}
      {/* Only in front: another tab of the console would lie below it. */}
      {isAllowed && active && createPortal(<Board />, document.body)}
    </Screen>
  )
}

function Board() {
  const { query } = usePage()
  const frame = useRef<HTMLElement>(null)
  const full = useWallboard(frame)
  const away = usePages().find(({ screen }) => screen !== 'WALL')?.path ?? '/'
  const { orgId } = query
  const read = useFigures(
    wallStat.look,
    { query: orgId ? { orgId } : {} },
    { refresh: wallSeconds },
  )
  useDark()
  return (
    <main ref={frame} className={classes.wall} aria-label={t('wall.title')}>
      <header className={classes.head}>
        <h1>{t('wall.title')}</h1>
        {read.data && (
          <time dateTime={read.data.at} data-old={read.error !== null || undefined}>
            {t(read.error ? 'wall.old' : 'workbench.asOf', { time: formatTime(read.data.at) })}
          </time>
        )}
        <Place isOn={full.isOn} />
        <Button variant="default" size="xs" onClick={full.turn}>
          {t(full.isOn ? 'wall.window' : 'wall.full')}
        </Button>
        <Button variant="default" size="xs" onClick={() => navigate(away)}>
          {t('wall.leave')}
        </Button>
      </header>
      {read.data && <WallFigures look={read.data} />}
      {!read.data && read.error && <Failed error={read.error} retry={() => void read.refetch()} />}
    </main>
  )
}

/** Whose estate it shows: chosen here; on the whole screen, where nobody stands to press anything, only said. */
function Place({ isOn }: { readonly isOn: boolean }) {
  const { query, setQuery } = usePage()
  const { orgId } = query
  const field = organizationField['orgId']
  const choose = (name: string, value: string | null) => setQuery({ ...query, [name]: value ?? '' })
  if (!isOn) return <EstateChips of={organizationField} change={choose} />
  return orgId && field ? <ChipValue field={field} value={orgId} /> : null
}
