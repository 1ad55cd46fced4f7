import { refreshSeconds, type TextKey, type WorkbenchLayout } from '@muster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { t, texts } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { EstateFilters } from '../page/EstateFilters.tsx'
import type { useArranging } from './useArranging.ts'
import type { useWallboard } from './useWallboard.ts'
import classes from './workbench.module.css'

interface BoardBarProps {
  readonly layout: WorkbenchLayout
  readonly save: (layout: WorkbenchLayout) => Promise<void>
  /** Seconds between two readings as they are now. */
  readonly refresh: number
  readonly arranging: ReturnType<typeof useArranging>
  readonly wallboard: ReturnType<typeof useWallboard>
}

const refreshTexts: Readonly<Record<WorkbenchLayout['refresh'], TextKey>> = {
  0: 'workbench.refresh.off',
  30: 'workbench.refresh.half',
  60: 'workbench.refresh.minute',
  300: 'workbench.refresh.five',
}

/** What the board is about, how often it is read, and how it is arranged. */
export function BoardBar({ arranging, wallboard, ...rest }: BoardBarProps) {
  const queries = useQueryClient()
  if (arranging.isOn) return <ArrangingBar arranging={arranging} />
  if (wallboard.isOn) return <WallboardBar leave={wallboard.turn} {...rest} />
  return (
    <div className={classes.bar}>
      <EstateFilters />
      <RefreshChoice {...rest} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => void queries.invalidateQueries()}>
          {t('workbench.readAgain')}
        </Button>
        <Button variant="default" onClick={wallboard.turn}>
          {t('workbench.wallboard')}
        </Button>
        <Button variant="default" onClick={arranging.start}>
          {t('workbench.arrange')}
        </Button>
      </div>
    </div>
  )
}

type RefreshProps = Pick<BoardBarProps, 'layout' | 'save' | 'refresh'>

function RefreshChoice({ layout, save, refresh }: RefreshProps) {
  const choose = (value: string) => {
    const seconds = refreshSeconds.find((one) => String(one) === value) ?? 0
    void save({ ...layout, refresh: seconds })
  }
  return (
    <ChoiceInput
      label={t('workbench.refresh')}
      options={texts(refreshTexts)}
      value={String(refresh)}
      onChoose={choose}
    />
  )
}

/** On the wall: how often it is read, and the way back. */
function WallboardBar({ leave, ...rest }: RefreshProps & { readonly leave: () => void }) {
  return (
    <div className={classes.bar}>
      <RefreshChoice {...rest} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={leave}>
          {t('workbench.wallboard.leave')}
        </Button>
      </div>
    </div>
  )
}

function ArrangingBar({ arranging }: Pick<BoardBarProps, 'arranging'>) {
  return (
    <div className={classes.bar}>
      <p className={classes.hint}>{t('workbench.arrangeHint')}</p>
      <div className={classes.buttons}>
        <Button onClick={arranging.finish}>{t('workbench.arranged')}</Button>
        <Button variant="default" onClick={arranging.cancel}>
          {t('kit.cancel')}
        </Button>
        <Button variant="subtle" onClick={arranging.reset}>
          {t('workbench.asShipped')}
        </Button>
      </div>
    </div>
  )
}
