import { Lines } from './Icon.tsx'

const circle = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z'
const people = 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5'

/** The icons that the server's menu may name, drawn on the same grid as `Icon`. */
const shapes = new Map([
  ['activity', 'M3 12h4l3-8 4 16 3-8h4'],
  ['apps', 'M5 4h5v5H5zM14 4h5v5h-5zM5 14h5v5H5zM16.5 13.5v6M13.5 16.5h6'],
  ['atlas', 'M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14'],
  ['bell', 'M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4'],
  ['box', 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9'],
  ['calendar', 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5'],
  ['chart', 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6'],
  ['check', `${circle}M8 12.5l2.5 2.5 5-5.5`],
  ['chip', 'M7 7h10v10H7zM10 7V3M14 7V3M10 21v-4M14 21v-4M7 10H3M7 14H3M21 10h-4M21 14h-4'],
  ['clock', `${circle}M12 7v5l3.5 2`],
  ['code', 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16'],
  ['download', 'M12 4v11M7 10l5 5 5-5M4 20h16'],
  ['factory', 'M3 21h18M5 21V9l5 3V9l5 3V5h4v16M9 16h2M14 16h2'],
  ['file', 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7'],
  ['gauge', 'M4 18a9 9 0 1 1 16 0M12 15l4-6M12 15h.01'],
  [
    'gear',
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1',
  ],
  ['globe', `${circle}M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18`],
  ['grid', 'M4 4h16v16H4zM4 9.5h16M4 15h16M9.5 4v16'],
  [
    'group',
    'M9 4a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM3 19c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14.8c2 .6 3.2 2 3.5 4.2',
  ],
  ['home', 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6'],
  ['image', 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15 9h.01'],
  ['inbox', 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5'],
  ['key', 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12l8-8M16 7l3 3M14 9l2 2'],
  ['list', 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01'],
  ['mail', 'M3 6h18v12H3zM3 7l9 6 9-6'],
  [
    'map',
    'M12 21c4-5 6.5-8 6.5-11.5a6.5 6.5 0 0 0-13 0C5.5 13 8 16 12 21zM12 7.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  ],
  ['menu', 'M4 7h16M4 12h16M4 17h10'],
  ['send', 'M21 3L3 10l7 3 3 7zM21 3L10 13'],
  ['server', 'M4 4h16v7H4zM4 13h16v7H4zM8 7.5h.01M8 16.5h.01'],
  ['sliders', 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4'],
  ['store', 'M4 9l2-5h12l2 5M4 9v11h16V9M4 9h16M10 20v-6h4v6'],
  ['tag', 'M4 4h8l8 8-8 8-8-8zM8 8h.01'],
  [
    'terminal',
    'M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 6h6v5H9zM9.5 14.5h.01M12 14.5h.01M14.5 14.5h.01M9.5 17.5h.01M12 17.5h.01M14.5 17.5h.01',
  ],
  ['toggle', 'M8 7h8a5 5 0 0 1 0 10H8A5 5 0 0 1 8 7zM16 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z'],
  ['tree', 'M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4'],
  ['upload', 'M12 15V4M7 9l5-5 5 5M4 20h16'],
  ['user', people],
  ['window', 'M3 5h18v14H3zM3 9h18M6 7h.01M9 7h.01'],
  ['wrench', 'M15 4a5 5 0 0 0-5 6.5L4 16.5 7.5 20l6-6A5 5 0 0 0 20 8l-3 3-3-1-1-3z'],
])

/** The names of the icons, in their order. */
export const menuIcons: readonly string[] = [...shapes.keys()]

const sheet = 'M6 3h12v18H6z'

/** The icon of a menu item; a name that we have not drawn gets an empty sheet. */
export function MenuIcon({ name }: { readonly name: string }) {
  return <Lines shape={shapes.get(name) ?? sheet} size={18} />
}
