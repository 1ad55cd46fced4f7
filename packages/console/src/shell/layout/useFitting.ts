import { useEffect, useRef, useState } from 'react'
import { fittingCount } from './fittingCount.ts'

/** How many of a row's children fit into it; follows the row's width. */
export function useFitting(count: number) {
  const row = useRef<HTMLUListElement>(null)
  const [fits, setFits] = useState(count)
  useEffect(() => {
    const element = row.current
    if (!element) return undefined
    const measure = () => {
      const children = [...element.children].slice(0, count)
      const widths = children.map((child) => child.getBoundingClientRect().width)
      setFits(fittingCount(widths, element.clientWidth))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [count])
  return { row, fits }
}
