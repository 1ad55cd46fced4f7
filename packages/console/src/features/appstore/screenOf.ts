interface ScreenSize {
  readonly width: number
  readonly height: number
}

/** A usual handheld terminal, where a model does not say. */
const usual: ScreenSize = { width: 720, height: 1280 }

/** The pixels of a screen as a model's sheet says them: `720x1280`. */
export function screenOf(sheet: string | null): ScreenSize {
  const [, width = '', height = ''] = /^\s*(\d{2,5})\s*[x×*]\s*(\d{2,5})/i.exec(sheet ?? '') ?? []
  return width && height ? { width: Number(width), height: Number(height) } : usual
}
