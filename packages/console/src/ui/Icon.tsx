/** Our own line icons on a grid of 24. The menu's icons are in `MenuIcon.tsx`, loaded with the shell. */
const shapes = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  fold: 'M4 5h16M11 12h9M4 19h16M7 9l-3 3 3 3',
  unfold: 'M4 5h16M11 12h9M4 19h16M4 9l3 3-3 3',
  refresh: 'M20 11a8 8 0 1 0-2 6.5M20 5v6h-6',
  language: 'M4 6h10M9 4v2M12 6c-1 4-4 7-8 9M6 9c1.5 3 4 5 7 6M13 20l4-9 4 9M14.5 17h5',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
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
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  filter: 'M4 6h16M7 12h10M10 18h4',
  columns: 'M4 5h16v14H4zM9.5 5v14M15 5v14',
  select: 'M4 7l2 2 3.5-4M13 7h7M4 16l2 2 3.5-4M13 16h7',
  restore: 'M4 11a8 8 0 1 1 2 6.5M4 5v6h6',
  logout: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  eyeOff:
    'M4 4l16 16M9.5 6c.8-.3 1.6-.4 2.5-.4 3.7 0 7 2 9.5 6.4-.9 1.6-1.9 2.9-3.1 3.9M14.5 17.9c-.8.3-1.6.5-2.5.5-3.7 0-7-2-9.5-6.4 1-1.7 2.1-3.1 3.4-4.1',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v2',
  unlock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 6.7-1.4M12 15v2',
  play: 'M7 5l12 7-12 7z',
  stop: 'M6.5 6.5h11v11h-11z',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  wifi: 'M3.5 9.5a12 12 0 0 1 17 0M6.5 13a7.5 7.5 0 0 1 11 0M9.5 16.2a3.5 3.5 0 0 1 5 0M12 19.5h.01',
  antenna: 'M12 9v11M8 20h8M8.5 12a5 5 0 1 1 7 0M5.8 14.5a9 9 0 1 1 12.4 0',
  pulse: 'M3 12h4l2.5-6 5 12 2.5-6h4',
  gauge: 'M5 18a9 9 0 1 1 14 0M12 14l4-5M12 14h.01',
  erase: 'M8.5 19H20M5 14.5L14 5l5.5 5.5-8.5 8.5H8.5zM9.5 9.5l5.5 5.5',
  prompt: 'M4 5h16v14H4zM7.5 9.5l3 2.5-3 2.5M12.5 15H16',
  power: 'M12 3v8M7 6.5a7.5 7.5 0 1 0 10 0',
  pin: 'M12 21c4-5 6.5-8 6.5-11.5a6.5 6.5 0 0 0-13 0C5.5 13 8 16 12 21zM12 7.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  message: 'M4 5h16v11H9l-5 4z',
  larger: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  palette:
    'M12 3a9 9 0 1 0 0 18c1.5 0 2-1 2-2 0-1.4 1-2.2 2.4-2.2H18a3 3 0 0 0 3-3C21 7.5 17 3 12 3zM7.5 12h.01M9.5 7.8h.01M14.5 7.8h.01M17 11h.01',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  screen: 'M4 5h16v11H4zM9 20h6M12 16v4',
  shuffle: 'M16 4h4v4M4 20L20 4M20 16v4h-4M14.5 14.5L20 20M4 4l5.5 5.5',
  smaller: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  tray: 'M4 13v6h16v-6M4 13l2-8h12l2 8M4 13h5l1 2h4l1-2h5',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21.5h4M12 5V3',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4',
  key: 'M8 12a4 4 0 1 0 0 .1zM12 12h9M18 12v4M15 12v3',
  camera: 'M4 8h4l2-2h4l2 2h4v11H4zM12 10.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  bug: 'M8 9a4 4 0 0 1 8 0v6a4 4 0 0 1-8 0zM8 11H4M8 15l-3.5 2.5M16 11h4M16 15l3.5 2.5M9 6L7 3.5M15 6l2-2.5M12 12v7',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  remote: 'M4 5h16v11H4zM9 20h6M10 8l5.5 2.5-2.4.8-.9 2.4z',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  crossedOut: 'M6 3h12v18H6zM9.5 9.5l5 5M14.5 9.5l-5 5',
} as const

export type IconName = keyof typeof shapes

interface Props {
  readonly name: IconName
  /** Side in pixels. */
  readonly size?: number
}

/** A picture beside words; alone, the control around it carries the label. */
export function Icon({ name, size = 18 }: Props) {
  return <Lines shape={shapes[name]} size={size} />
}

/** Draws an icon's lines. */
export function Lines({ shape, size }: { readonly shape: string; readonly size: number }) {
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
