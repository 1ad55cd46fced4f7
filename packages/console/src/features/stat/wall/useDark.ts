import { useEffect } from 'react'

const attribute = 'data-mantine-color-scheme'

/** The page is dark while the calling part is there, whatever the user's theme: a wall is looked at from afar. */
export function useDark(): void {
  useEffect(() => {
    const page = document.documentElement
    const before = page.getAttribute(attribute)
    page.setAttribute(attribute, 'dark')
    return () => {
      if (before === null) page.removeAttribute(attribute)
      else page.setAttribute(attribute, before)
    }
  }, [])
}
