/** Our own line icons on a grid of 24; the server's menu names them. */
const shapes = {
  dashboard: 'M4 13h7V4H4zM13 9h7V4h-7zM13 20h7v-9h-7zM4 20h7v-5H4z',
  device:
    'M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 6h6v5H9zM9.5 14.5h.01M12 14.5h.01M14.5 14.5h.01M9.5 17.5h.01M12 17.5h.01M14.5 17.5h.01',
  model: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  category: 'M4 5h6v6H4zM14 5h6v6h-6zM4 15h6v4H4zM14 15h6v4h-6z',
  organization: 'M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4',
  vendor: 'M3 21h18M5 21V9l5 3V9l5 3V5h4v16M9 16h2M14 16h2',
  timezone: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  area: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  system:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  role: 'M12 3l7 3v5c0 4.6-3 8.2-7 10-4-1.8-7-5.4-7-10V6zM9 12l2 2 4-4',
  app: 'M5 4h5v5H5zM14 4h5v5h-5zM5 14h5v5H5zM16.5 13.5v6M13.5 16.5h6',
  upgrade: 'M12 20V6M6 12l6-6 6 6M5 3h14',
  parameter: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  message: 'M4 5h16v11H9l-5 4z',
  log: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7',
  chart: 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6',
  map: 'M12 21c4-5 6.5-8 6.5-11.5a6.5 6.5 0 0 0-13 0C5.5 13 8 16 12 21zM12 7.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  file: 'M3 6h6l2 2h10v11H3z',
  menu: 'M4 6h16M4 12h16M4 18h16',
  fold: 'M4 5h16M11 12h9M4 19h16M7 9l-3 3 3 3',
  unfold: 'M4 5h16M11 12h9M4 19h16M4 9l3 3-3 3',
  refresh: 'M20 11a8 8 0 1 0-2 6.5M20 5v6h-6',
  language: 'M4 6h10M9 4v2M12 6c-1 4-4 7-8 9M6 9c1.5 3 4 5 7 6M13 20l4-9 4 9M14.5 17h5',
  down: 'M6 9l6 6 6-6',
  forward: 'M9 6l6 6-6 6',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12.5l2.5 2.5 5-5.5',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  error: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 9l6 6M15 9l-6 6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  trash: 'M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  columns: 'M4 5h16v14H4zM9.5 5v14M15 5v14',
  restore: 'M4 11a8 8 0 1 1 2 6.5M4 5v6h6',
  logout: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5C19 16.5 15.7 18.5 12 18.5s-7-2-9.5-6.5zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  eyeOff:
    'M4 4l16 16M9.5 6c.8-.3 1.6-.4 2.5-.4 3.7 0 7 2 9.5 6.4-.9 1.6-1.9 2.9-3.1 3.9M14.5 17.9c-.8.3-1.6.5-2.5.5-3.7 0-7-2-9.5-6.4 1-1.7 2.1-3.1 3.4-4.1',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
} as const

export type IconName = keyof typeof shapes

const byName = new Map<string, string>(Object.entries(shapes))

interface Props {
  readonly name: IconName
  /** Side in pixels. */
  readonly size?: number
}

/** A picture beside words; alone, the control around it carries the label. */
export function Icon({ name, size = 18 }: Props) {
  return <Lines shape={shapes[name]} size={size} />
}

/** The icon that a menu item names; an unknown name gets the plain sheet. */
export function NamedIcon({ name, size = 18 }: { readonly name: string; readonly size?: number }) {
  return <Lines shape={byName.get(name) ?? shapes.log} size={size} />
}

function Lines({ shape, size }: { readonly shape: string; readonly size: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shape} />
    </svg>
  )
}
