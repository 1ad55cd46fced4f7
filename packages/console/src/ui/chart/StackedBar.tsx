import classes from './chart.module.css'

export interface Part {
  readonly key: string
  readonly label: string
  readonly value: number
  /** What a pointer that rests on it reads. */
  readonly title: string
  /** How strong its colour is, strongest first. */
  readonly rank: 0 | 1 | 2 | 3
}

/** Below this share a label would be cut to a letter or two. */
const leastLabelled = 0.18

/** Parts of one whole, each as long as its share. It leads nowhere: a narrow part could not be pressed. */
export function StackedBar({ parts }: { readonly parts: readonly Part[] }) {
  const whole = Math.max(
    1,
    parts.reduce((sum, { value }) => sum + value, 0),
  )
  return (
    <div
      className={classes.stack}
      // While its parts are on their way it says nothing.
      {...(parts.length > 0 && {
        role: 'img',
        'aria-label': parts.map(({ title }) => title).join('\n'),
      })}
    >
      {parts.map(({ key, rank, title, value, label }) => {
        const share = value / whole
        const isWide = share >= leastLabelled
        return (
          <span
            key={key}
            data-rank={rank}
            title={title}
            style={{ flex: `${share} 1 0`, ...(!isWide && { paddingInline: 0 }) }}
          >
            {isWide && label}
          </span>
        )
      })}
    </div>
  )
}
