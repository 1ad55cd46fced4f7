/** What a chart is drawn with: the tokens as they hold where it stands, its font and its width. */
export interface Look {
  readonly text: string
  readonly muted: string
  readonly line: string
  readonly edge: string
  readonly hover: string
  readonly surface: string
  readonly data: string
  readonly success: string
  readonly warning: string
  readonly danger: string
  readonly font: string
  /** In pixels. */
  readonly width: number
}

/** A canvas knows no style sheet: what it is drawn with is read from the element around it. */
export function lookOf(element: HTMLElement): Look {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(`--m-${name}`).trim()
  return {
    text: token('text'),
    muted: token('muted'),
    line: token('line'),
    edge: token('edge'),
    hover: token('hover'),
    surface: token('surface'),
    data: token('data'),
    success: token('success'),
    warning: token('warning'),
    danger: token('danger'),
    font: style.fontFamily,
    width: element.clientWidth,
  }
}
