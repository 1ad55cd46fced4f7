import { type Bars, barOption, rowHeight } from './barOption.ts'
import { Chart } from './Chart.tsx'
import classes from './chart.module.css'

interface BarChartProps extends Bars {
  readonly summary: string
}

/** Bars one below the other; over the picture lies what can be read aloud and pressed. */
export function BarChart({ bars, summary, direction, formatValue }: BarChartProps) {
  return (
    <div className={classes.bars} role="group" aria-label={summary}>
      <Chart
        drawn={(look) => barOption({ bars, direction, formatValue }, look)}
        height={bars.length * rowHeight}
      />
      <ul>
        {bars.map(({ key, label, value, href }) => (
          <li key={key} title={label}>
            <Row href={href} text={`${label} ${formatValue(value)}`} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Row({ href, text }: { readonly href: string | undefined; readonly text: string }) {
  const words = <span className={classes.unseen}>{text}</span>
  return href ? <a href={href}>{words}</a> : words
}
