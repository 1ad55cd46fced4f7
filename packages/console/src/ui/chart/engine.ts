import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, getInstanceByDom, init, use as load } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { lookOf } from './look.ts'
import type { Drawn } from './option.ts'

// Nothing more than the console draws; decision 0056 has the weight of it.
load([BarChart, LineChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer])

/** A chart in its element. */
export interface Drawing {
  readonly draw: (drawn: Drawn) => void
  /** Shows the tip of a point; null: of none. */
  readonly point: (place: number | null) => void
  readonly end: () => void
}

/** Draws into an element, and again when its size or the colours around it change. */
export function drawIn(element: HTMLElement): Drawing {
  let chart: ECharts | null = null
  let latest: Drawn | null = null
  const again = () => {
    // A page that is not in sight has no size: it is drawn when it is looked at.
    if (element.clientWidth === 0 || !latest) return
    chart ??= chartOf(element)
    chart.resize()
    chart.setOption(latest(lookOf(element)), { notMerge: true })
  }
  const resized = new ResizeObserver(again)
  resized.observe(element)
  // Theme and colour scheme are attributes of the page.
  const themed = new MutationObserver(again)
  themed.observe(document.documentElement, { attributes: true })
  return {
    draw: (drawn) => {
      latest = drawn
      again()
    },
    point: (place) => {
      if (place === null) {
        chart?.dispatchAction({ type: 'hideTip' })
        // The line and the dot at the point go as well.
        chart?.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' })
      } else chart?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: place })
    },
    end: () => {
      resized.disconnect()
      themed.disconnect()
      chart?.dispose()
    },
  }
}

function chartOf(element: HTMLElement): ECharts {
  // The library empties its element by `innerHTML = ''`, which Trusted Types refuse.
  const innerHTML = { set: () => element.replaceChildren(), configurable: true }
  Object.defineProperty(element, 'innerHTML', innerHTML)
  return init(element, null, { renderer: 'canvas' })
}

/** What is drawn in an element, with so many pixels to one of the page; null: nothing yet. */
export const canvasOf = (element: HTMLElement, pixelRatio: number): HTMLCanvasElement | null =>
  getInstanceByDom(element)?.renderToCanvas({ pixelRatio }) ?? null
