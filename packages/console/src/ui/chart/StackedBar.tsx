import classes from './chart.module.css'

export interface Part {
  readonly key: string
  readonly label: string
  readonly value: number
  /** What a pointer that rests on it reads. */
  readonly title: string
  readonly href?: string | undefined
  /** How strong its colour is, strongest first. */
  readonly rank: 0 | 1 | 2 | 3
}

/** Below this share a label would be cut to a letter or two. */
const leastLabelled = 0.18

/** Parts of one whole, each as long as its share. */
export function StackedBar({ parts }: { readonly parts: readonly Part[] }) {
  const whole = Math.max(
    1,
    parts.reduce((sum, { value }) => sum + value, 0),
  )
  return (
    <div className={classes.stack}>
      {parts.map((part) => (
        <Share key={part.key} part={part} share={part.value / whole} />
      ))}
    </div>
  )
}

function Share({ part, share }: { readonly part: Part; readonly share: number }) {
  const look = {
    'data-rank': part.rank,
    title: part.title,
    style: { flex: `${share} 1 0`, ...(share < leastLabelled && { paddingInline: 0 }) },
  }
  const text = share < leastLabelled ? '' : part.label
  if (!part.href) return <span {...look}>{text}</span>
  return (
    <a {...look} href={part.href} aria-label={part.title}>
      {text}
    </a>
  )
}
