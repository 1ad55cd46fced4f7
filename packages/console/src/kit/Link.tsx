import type { ReactNode } from 'react'

/** A link to a path of the console: `<Link to="/device/list">`. */
export function Link(props: { readonly to: string; readonly children: ReactNode }) {
  return <a href={`#${props.to}`}>{props.children}</a>
}
