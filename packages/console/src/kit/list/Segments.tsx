import { useRef } from 'react'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/menu/Menu.tsx'
import classes from './segments.module.css'
import { useFitting } from './useFitting.ts'

/** One count that filters a list. */
export interface Segment {
  readonly key: string
  readonly text: string
  /** As it is written; none while it is not known, or where nothing is counted. */
  readonly count?: string | undefined
  readonly isPressed: boolean
  readonly press: () => void
}

interface SegmentsProps {
  /** What they count, for those who cannot see it. */
  readonly label: string
  readonly segments: readonly Segment[]
}

/** Counts that filter a list, in one line: those that have no room in it lie behind "More". */
export function Segments({ label, segments }: SegmentsProps) {
  const room = useRef<HTMLDivElement>(null)
  const fits = useFitting(room, segments.length)
  const beyond = segments.slice(fits)
  return (
    <div ref={room} className={classes.room} data-segments="">
      <div className={classes.segments} role="group" aria-label={label}>
        {segments.map((segment, place) => (
          <button
            key={segment.key}
            type="button"
            className={classes.segment}
            data-segment=""
            data-beyond={place >= fits || undefined}
            aria-hidden={place >= fits || undefined}
            aria-pressed={segment.isPressed}
            onClick={segment.press}
          >
            <Words of={segment} />
          </button>
        ))}
        {beyond.length > 0 && <More segments={beyond} />}
      </div>
    </div>
  )
}

const Words = ({ of: { text, count } }: { readonly of: Segment }) => (
  <>
    <span>{text}</span>
    {count !== undefined && <strong>{count}</strong>}
  </>
)

/** The others. Where the list is filtered by one of them, it says so. */
function More({ segments }: Pick<SegmentsProps, 'segments'>) {
  const pressed = segments.find(({ isPressed }) => isPressed)
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <button
          type="button"
          className={classes.segment}
          data-pressed={pressed ? '' : undefined}
          aria-label={pressed ? `${t('list.more')}: ${pressed.text}` : undefined}
        >
          {pressed ? <Words of={pressed} /> : <span>{t('list.more')}</span>}
          <Icon name="down" size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {segments.map(({ key, text, count, isPressed, press }) => (
          <Menu.Item
            key={key}
            onClick={press}
            leftSection={isPressed && <Icon name="check" size={14} />}
            rightSection={count !== undefined && <span className={classes.count}>{count}</span>}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
